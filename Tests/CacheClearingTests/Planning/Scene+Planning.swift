import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

extension Scene {
  /// Plans, clears, and looks whether the plan said what came of it, by what `du` says before and after.
  @discardableResult
  func clearByPlan(
    _ policies: ClearingPolicy..., rules: ClearingRules = .init(), protecting: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (plan: ClearingPlan, report: ClearingReport) {
    let clearer = try clearer()
    let plan = try clearer.plan(policies, rules: rules, protecting: protecting)
    return (plan, try carryOut(plan, by: clearer, sourceLocation: sourceLocation))
  }

  func carryOut(
    _ plan: ClearingPlan, by clearer: CacheClearer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ClearingReport {
    let before = try diskUsage()
    let report = try clearer.clear(plan)
    let totals = ClearingTotals(
      files: report.files, directories: report.directories, freedBytes: report.freedBytes)
    #expect(plan.totals == totals, sourceLocation: sourceLocation)
    #expect(
      before - (try diskUsage()) == report.freedBytes + (report.stillLinkedBytes ?? 0), sourceLocation: sourceLocation)
    #expect(
      plan.candidates.map(\.allocatedBytes).reduce(0, +) == report.freedBytes, sourceLocation: sourceLocation)
    try expectCanaryUntouched(sourceLocation: sourceLocation)
    return report
  }

  /// Clears what is listed, after something has happened.
  func clear(
    _ paths: [BytePath], _ rules: ClearingRules = .init(), after change: String = ""
  ) throws -> ClearingReport {
    let clearer = try clearer()
    let plan = try plan(paths, rules, for: clearer)
    try shell(change)
    let report = try clearer.clear(plan)
    try expectCanaryUntouched()
    return report
  }

  /// A plan by a clearer of its own.
  func plan(
    _ policies: ClearingPolicy..., rules: ClearingRules = .init(), protecting: [String] = [],
    on disk: any ClearingDisk = KernelClearingDisk()
  ) throws -> ClearingPlan {
    try clearer(disk: disk).plan(policies, rules: rules, protecting: protecting)
  }

  /// The real room on the file system, but for what is free.
  func space(freeBytes: UInt64, of totalBytes: UInt64 = 1 << 40) throws -> FileSystemSpace {
    var space = try FileSystemSpace(of: root)
    space.freeBytes = freeBytes
    space.totalBytes = totalBytes
    return space
  }
}

extension ClearingPlan {
  /// The candidates as "path".
  var paths: [String] { candidates.map(\.path.string) }
  /// What was left as "path: reason".
  var skips: [String] { skipped.map { "\($0.path): \($0.reason.rawValue)" }.sorted() }
}
