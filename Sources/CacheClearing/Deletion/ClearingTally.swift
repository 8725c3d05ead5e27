internal import ByteCounts
internal import Synchronization
internal import SystemCalls

/// What a run has done so far. Any thread may count and read.
final class ClearingTally: Sendable {
  private let files = Atomic<Int>(0)
  private let directories = Atomic<Int>(0)
  private let freed = Atomic<UInt64>(0)
  private let skipped = Monitor(SkippedEntries())

  func countFile(freeing bytes: UInt64) {
    files.wrappingAdd(1, ordering: .relaxed)
    add(bytes)
  }

  func countDirectory(freeing bytes: UInt64) {
    directories.wrappingAdd(1, ordering: .relaxed)
    add(bytes)
  }

  func skip(_ entry: SkippedEntry) {
    skipped.withLock { $0.add(entry) }
  }

  /// Leaves a name in a directory.
  func skip(_ name: [UInt8], in visit: Visit, _ obstacle: Obstacle) {
    skipped.withLock { $0.add(name, in: visit, obstacle) }
  }

  /// Leaves a directory.
  func skip(_ visit: Visit, _ obstacle: Obstacle) {
    skipped.withLock { $0.add(visit, obstacle) }
  }

  /// The first names of the paths that were skipped.
  var skippedNames: Set<[UInt8]> {
    skipped.withLock { $0.namesInRoot }
  }

  private func add(_ bytes: UInt64) {
    var sum = freed.load(ordering: .relaxed)
    while true {
      let (isStored, current) = freed.weakCompareExchange(
        expected: sum, desired: sum.addingSaturating(bytes), ordering: .relaxed)
      if isStored { return }
      sum = current
    }
  }

  var totals: ClearingTotals {
    ClearingTotals(
      files: files.load(ordering: .relaxed), directories: directories.load(ordering: .relaxed),
      freedBytes: freed.load(ordering: .relaxed))
  }

  func progress(isFinished: Bool) -> ClearingProgress {
    let totals = totals
    return ClearingProgress(
      files: totals.files, directories: totals.directories, freedBytes: totals.freedBytes,
      skipped: skipped.withLock { $0.count }, isFinished: isFinished)
  }

  /// All that is counted here; the skipped entries by path.
  var report: ClearingReport {
    let totals = totals
    return ClearingReport(
      files: totals.files, directories: totals.directories, freedBytes: totals.freedBytes,
      skipped: skipped.withLock { $0.sorted })
  }
}
