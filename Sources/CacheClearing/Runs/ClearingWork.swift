internal import SystemCalls

/// A clear from its first call to its report.
struct ClearingWork: Sendable {
  let plan: ClearingPlan
  let root: PinnedRoot
  let disk: any ClearingDisk
  let signals: RunSignals

  private var threads: Int { max(1, plan.rules.threads ?? WorkCrew.usualSize) }

  /// Clears, and takes over the root's descriptor. Blocks.
  func run(_ descriptor: Descriptor) -> ClearingReport {
    let before = HeldFiles(below: root.path)
    let ledger = Monitor(LinkLedger())
    sweep(descriptor, ledger, mode: .remove)
    surveyLinks(ledger)
    var report = signals.tally.report
    report.stillLinkedBytes = ledger.withLock { $0.stillLinkedBytes }
    report.isCancelled = signals.isCut
    if let before { report.heldBytes = HeldFiles(below: root.path)?.total(without: before) }
    return report
  }

  /// Only counts what `run` would delete. Blocks.
  func preview(
    _ descriptor: Descriptor, _ observe: (@Sendable (BytePath, FileDetails, UInt64) -> Void)?
  ) -> ClearingReport {
    sweep(descriptor, Monitor(LinkLedger()), mode: .count, observe)
    var report = signals.tally.report
    report.isCancelled = signals.isCut
    return report
  }

  private func sweep(
    _ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>, mode: EntryRemover.Mode,
    _ observe: (@Sendable (BytePath, FileDetails, UInt64) -> Void)? = nil
  ) {
    var scope = Sweep.Scope(sparing: Sparing(plan.rules, now: .now))
    if plan.rules.includesRoot {
      scope.rootName = root.path.lastComponent
    } else if CacheTag.isPresent(in: descriptor) {
      scope.silent = [CacheTag.name]
    }
    run(scope, descriptor, ledger, mode: mode, threads: observe == nil ? threads : 1, observe)
  }

  private func run(
    _ scope: Sweep.Scope, _ descriptor: Descriptor, _ ledger: Monitor<LinkLedger>, mode: EntryRemover.Mode,
    threads: Int, _ observe: (@Sendable (BytePath, FileDetails, UInt64) -> Void)? = nil
  ) {
    let opened = OpenVisits(disk)
    let remover = EntryRemover(opened.patient, signals.tally, ledger, mode: mode)
    let sweep = Sweep(
      scope, workers: threads, root: root.details.identity, descriptor, remover: remover, opened: opened, signals: signals,
      observe: observe)
    WorkCrew.run(threads) { worker in sweep.help(as: worker) }
    sweep.close()
  }

  /// Looks whether inodes that keep a name have it among what stayed inside; few clears meet such.
  private func surveyLinks(_ ledger: Monitor<LinkLedger>) {
    guard ledger.withLock({ !$0.entries.isEmpty }), let descriptor = try? root.descriptor() else { return }
    run(Sweep.Scope(sparing: Sparing(ClearingRules(), now: .now)), descriptor, ledger, mode: .survey, threads: 1)
  }
}
