internal import ByteCounts
internal import Synchronization
internal import SystemCalls

/// What a run has done so far. Any thread may count and read.
final class ClearingTally: Sendable {
  private let files = Atomic<Int>(0)
  private let directories = Atomic<Int>(0)
  private let freed = Atomic<UInt64>(0)
  private let skips = Atomic<Int>(0)
  private let skipped = Monitor<[SkippedEntry]>([])

  func countFile(freeing bytes: UInt64) {
    files.wrappingAdd(1, ordering: .relaxed)
    add(bytes)
  }

  func countDirectory(freeing bytes: UInt64) {
    directories.wrappingAdd(1, ordering: .relaxed)
    add(bytes)
  }

  func skip(_ path: BytePath, _ obstacle: Obstacle) {
    skips.wrappingAdd(1, ordering: .relaxed)
    skipped.withLock { $0.append(SkippedEntry(path: path, reason: obstacle.reason, cause: obstacle.cause)) }
  }

  /// The first names of the paths that were skipped.
  var skippedNames: Set<[UInt8]> {
    Set(skipped.withLock { $0 }.compactMap(\.path.components.first))
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
      skipped: skips.load(ordering: .relaxed), isFinished: isFinished)
  }

  /// All that is counted here; the skipped entries by path.
  var report: ClearingReport {
    let totals = totals
    let skipped = skipped.withLock { $0 }.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    return ClearingReport(
      files: totals.files, directories: totals.directories, freedBytes: totals.freedBytes, skipped: skipped)
  }
}
