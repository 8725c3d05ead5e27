internal import SystemCalls

extension ClearingWork {
  /// Only counts what `run` would delete, and takes over the root's descriptor. Blocks.
  func preview(_ root: Descriptor, _ onCandidate: (@Sendable (ClearingCandidate) -> Void)?) -> ClearingReport {
    guard plan.isEverything else {
      disk.close(root)
      return previewCandidates(onCandidate)
    }
    let basis = plan.rules.ageBy
    let now = clock.wall()
    let observe = onCandidate.map { onCandidate -> Sweep.Observer in
      { path, details, freed in
        let used = basis == .lastUse ? details.lastUse : details.modified
        onCandidate(
          ClearingCandidate(
            path: path, details: details, allocatedBytes: freed, age: used.age(at: now), lastUse: used.seconds,
            reason: .everything))
      }
    }
    // One thread where order matters: what is below a directory comes before it.
    sweep(
      scope(root), root, Monitor(LinkLedger()), mode: .count, threads: onCandidate == nil ? threads : 1, observe)
    var report = signals.tally.report
    report.isCancelled = signals.isCut
    report.stillLinkedBytes = nil
    return report
  }

  private func previewCandidates(_ onCandidate: (@Sendable (ClearingCandidate) -> Void)?) -> ClearingReport {
    if let onCandidate {
      for candidate in plan.candidates {
        if signals.isCancelled { return ClearingReport(isCancelled: true) }
        onCandidate(candidate)
      }
    }
    let totals = plan.totals ?? ClearingTotals()
    return ClearingReport(
      files: totals.files, directories: totals.directories, freedBytes: totals.freedBytes, stillLinkedBytes: nil,
      skipped: plan.skipped)
  }
}
