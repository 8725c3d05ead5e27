internal import SystemCalls

/// A clear from its first call to its report.
struct ClearingWork: Sendable {
  let plan: ClearingPlan
  let root: PinnedRoot
  let disk: any ClearingDisk
  let signals: RunSignals

  var threads: Int { max(1, plan.rules.threads ?? WorkCrew.usualSize) }

  /// Clears, and takes over the root's descriptor. Blocks.
  func run(_ descriptor: Descriptor) -> ClearingReport {
    let before = disk.heldFiles(below: root.path)
    let ledger = Monitor(LinkLedger())
    if plan.isEverything {
      sweep(descriptor, ledger)
    } else {
      removeCandidates(descriptor, ledger)
    }
    surveyLinks(ledger)
    var report = signals.tally.report
    report.stillLinkedBytes = ledger.withLock { $0.stillLinkedBytes }
    report.isCancelled = signals.isCut
    if let before { report.heldBytes = disk.heldFiles(below: root.path)?.total(without: before) }
    return report
  }

  // MARK: Everything

  private func sweep(_ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>) {
    var scope = scope(descriptor)
    guard plan.rules.aside,
      let aside = try? AsideDirectory(
        in: descriptor, on: PatientDisk(disk: disk) {}, except: [CacheTag.name], signals: signals)
    else {
      return sweep(scope, descriptor, ledger, mode: .remove, threads: threads)
    }
    scope.aside = (aside.name, aside.identity)
    if aside.isWhole { scope.only = aside.unmoved.union([aside.name, CacheTag.name]) }
    sweep(scope, descriptor, ledger, mode: .remove, threads: threads, before: { aside.close() })
  }

  func scope(_ root: Descriptor) -> Sweep.Scope {
    var scope = Sweep.Scope(sparing: Sparing(plan.rules, now: .now))
    if plan.rules.includesRoot {
      scope.rootName = self.root.path.lastComponent
    } else if CacheTag.isPresent(in: root) {
      scope.silent = [CacheTag.name]
    }
    return scope
  }

  /// - Parameter last: called before the root is closed.
  func sweep(
    _ scope: Sweep.Scope, _ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>, mode: EntryRemover.Mode,
    threads: Int, _ observe: Sweep.Observer? = nil, before last: () -> Void = {}
  ) {
    let opened = OpenVisits(disk)
    let remover = EntryRemover(opened.patient, signals.tally, ledger, mode: mode)
    let sweep = Sweep(
      scope, workers: threads, root: root.details.identity, descriptor, remover: remover, opened: opened,
      signals: signals, observe: observe)
    WorkCrew.run(threads) { worker in sweep.help(as: worker) }
    last()
    sweep.close()
  }

  /// Looks whether inodes that keep a name have it among what stayed inside; few clears meet such.
  private func surveyLinks(_ ledger: Monitor<LinkLedger>) {
    guard ledger.withLock({ !$0.entries.isEmpty }), let descriptor = try? root.descriptor() else { return }
    let all = Sweep.Scope(sparing: Sparing(ClearingRules(), now: .now))
    sweep(all, descriptor, ledger, mode: .survey, threads: 1)
  }

  // MARK: Candidates

  private func removeCandidates(_ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>) {
    // A plan that could not see everything is not complete when it is carried out.
    for entry in plan.unreadable {
      signals.tally.skip(entry.path, Obstacle(reason: entry.reason, cause: entry.cause))
    }
    let remover = EntryRemover(PatientDisk(disk: disk) {}, signals.tally, ledger, mode: .remove)
    let silent: Set<BytePath> = CacheTag.isPresent(in: descriptor) ? [BytePath(bytes: CacheTag.name)] : []
    let removal = PlannedRemoval(plan, descriptor, remover: remover, signals: signals, silent: silent)
    WorkCrew.run(threads) { _ in removal.help() }
    removal.finish()
    disk.close(descriptor)
  }
}
