internal import SystemCalls

/// A clear from its first call to its report.
struct ClearingWork: Sendable {
  let plan: ClearingPlan
  let root: PinnedRoot
  let disk: any ClearingDisk
  let clock: ClearingClock
  let signals: RunSignals

  var threads: Int { min(max(1, plan.rules.threads ?? WorkCrew.usualSize), WorkCrew.largestSize) }

  /// Clears, and takes over the root's descriptor. Blocks.
  func run(_ descriptor: Descriptor) -> ClearingReport {
    let before = disk.heldFiles(below: root.path)
    let ledger = Monitor(LinkLedger())
    if plan.isEverything {
      sweep(descriptor, ledger)
    } else {
      removeCandidates(descriptor, ledger)
    }
    var report = signals.tally.report
    // A cancel that comes from here on finds nothing left to stop.
    report.isCancelled = signals.isCut
    report.stillLinkedBytes = stillLinkedBytes(ledger)
    if let before {
      // Files may have gone that were not ours to count.
      report.heldBytes = disk.heldFiles(below: root.path).map { min($0.total(without: before), report.freedBytes) }
    }
    return report
  }

  // MARK: Everything

  private func sweep(_ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>) {
    var scope = scope(descriptor)
    guard plan.rules.aside,
      let aside = try? AsideDirectory(
        in: descriptor, on: PatientDisk(disk: disk) {}, except: [CacheTag.name], signals: signals)
    else {
      sweep(scope, descriptor, ledger, mode: .remove, threads: threads)
      return
    }
    scope.aside = (aside.name, aside.identity)
    if aside.isWhole { scope.only = aside.unmoved.union([aside.name, CacheTag.name]) }
    sweep(scope, descriptor, ledger, mode: .remove, threads: threads, before: { aside.close() })
  }

  func scope(_ root: Descriptor) -> Sweep.Scope {
    var scope = Sweep.Scope(sparing: Sparing(plan.rules, now: clock.wall()))
    if plan.rules.includesRoot {
      scope.rootName = self.root.path.lastComponent
    } else {
      scope.silent = tagNames(in: root)
    }
    return scope
  }

  /// The name of the root's tag, if it has one. Where that cannot be known it stays, and that is said.
  private func tagNames(in root: Descriptor) -> Set<[UInt8]> {
    do throws(Errno) {
      return try CacheTag.isPresent(in: root, on: PatientDisk(disk: disk) {}) ? [CacheTag.name] : []
    } catch {
      signals.tally.skip(SkippedEntry(path: BytePath(bytes: CacheTag.name), reason: .unreadable, cause: error))
      return [CacheTag.name]
    }
  }

  /// - Parameter last: called before the root is closed.
  /// - Returns: whether a survey saw all there is.
  @discardableResult
  func sweep(
    _ scope: Sweep.Scope, _ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>, mode: EntryRemover.Mode,
    threads: Int, _ observe: Sweep.Observer? = nil, before last: () -> Void = {}
  ) -> Bool {
    let opened = OpenVisits(disk)
    let remover = EntryRemover(opened.patient, signals.tally, ledger, mode: mode)
    let sweep = Sweep(
      scope, workers: threads, root: root.details.identity, descriptor, remover: remover, opened: opened,
      signals: signals, clock: clock, observe: observe)
    WorkCrew.run(threads) { worker in sweep.help(as: worker) }
    last()
    sweep.close()
    return !sweep.isPartial
  }

  /// The bytes of the inodes that keep a name, but none inside; nil where not all could be looked at that stayed inside,
  /// or the run was cancelled, for no one waits for a look then. Few clears meet such inodes.
  private func stillLinkedBytes(_ ledger: Monitor<LinkLedger>) -> UInt64? {
    if ledger.withLock({ $0.entries.isEmpty }) { return 0 }
    guard !signals.isCancelled else { return nil }
    do throws(ClearingError) {
      let descriptor = try root.descriptor()
      let all = Sweep.Scope(sparing: Sparing(ClearingRules(), now: clock.wall()))
      guard sweep(all, descriptor, ledger, mode: .survey, threads: 1) else { return nil }
    } catch {
      // With the root all names inside are gone.
      guard error.code == .noSuchDirectory, plan.rules.includesRoot else { return nil }
    }
    return ledger.withLock { $0.stillLinkedBytes }
  }

  // MARK: Candidates

  private func removeCandidates(_ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>) {
    // A plan that could not see everything is not complete when it is carried out.
    for entry in plan.skipped { signals.tally.skip(entry) }
    let opened = OpenVisits(disk)
    let remover = EntryRemover(opened.patient, signals.tally, ledger, mode: .remove)
    let mayTakeTag = plan.candidates.contains { $0.place.isInRoot(as: CacheTag.name) }
    let removal = PlannedRemoval(
      plan, descriptor, remover: remover, opened: opened, signals: signals, clock: clock,
      silent: mayTakeTag ? tagNames(in: descriptor) : [])
    removal.run(by: threads)
  }
}
