import ByteCounts
import CacheClearing
import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite("Plans as values")
struct PlanCodingTests {
  private var plan: ClearingPlan {
    let identity = EntryIdentity(
      file: FileIdentity(device: 1, inode: .max), kind: .regular, born: FileTime(seconds: -1, nanoseconds: 9))
    let candidate = ClearingCandidate(
      path: BytePath(bytes: [0xFF]), details: FileDetails(identity: identity, links: 2), allocatedBytes: 4096,
      age: .milliseconds(1), lastUse: 7, reason: .leastRecentlyUsed)
    return ClearingPlan(
      root: "/cache", rootIdentity: identity,
      policies: [.leastRecentlyUsed(downTo: .gigabytes(2)), .untilFree(.percent(5)), .entries(["a"])],
      rules: ClearingRules(protecting: ["*.lock"], minimumAge: .seconds(60)), candidates: [candidate],
      totals: ClearingTotals(files: 1, freedBytes: 4096),
      skipped: [SkippedEntry(path: "b", reason: .notPermitted, cause: .permissionDenied)], shortfallBytes: 1000)
  }

  @Test("a plan comes back from JSON as it was")
  func roundTrip() throws {
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(ClearingPlan.self, from: data) == plan)
  }

  @Test("a plan that was made comes back from JSON as it was, and is carried out as it was meant")
  func madePlan() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b/c d; echo x | tee a/b/c/x a/b/y a/z d/w >v; ln v d/v")
    let clearer = try scene.clearer()
    let plan = try clearer.plan(.olderThan(.seconds(-1)), rules: ClearingRules(prunesEmptyDirectories: true))
    var decoded = try JSONDecoder().decode(ClearingPlan.self, from: JSONEncoder().encode(plan))
    #expect(decoded == plan && decoded.hashValue == plan.hashValue)
    #expect(decoded.candidates.map(\.path) == plan.candidates.map(\.path))
    // One list may hold candidates of several plans.
    decoded.candidates.replaceSubrange(..<3, with: plan.candidates[..<3])
    #expect(decoded == plan)
    let report = try scene.carryOut(decoded, by: clearer)
    #expect(report.files == 6 && report.directories == 4 && report.isComplete)
    #expect(try scene.left() == [])
  }

  @Test("the parts of an encoded candidate keep their names")
  func names() throws {
    let data = try JSONEncoder().encode(plan.candidates[0])
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let names: Set = [
      "path", "allocatedBytes", "age", "lastUse", "reason", "identity", "sizeBytes", "links", "accessed", "modified",
      "changed",
    ]
    #expect(Set(object.keys) == names)
  }

  @Test("a plan says what it would do")
  func description() {
    #expect(
      "\(plan)" == "delete 1 files and 0 directories (4.1 kB) below '/cache', 1.0 kB less than asked for")
  }

  @Test("a report is complete when only what the caller spared is left")
  func completeness() {
    let spared = SkippedEntry(path: "a", reason: .hidden)
    let failed = SkippedEntry(path: "a", reason: .failed, cause: .inputOutput)
    #expect(ClearingReport(skipped: [spared]).isComplete)
    #expect(!ClearingReport(skipped: [spared, failed]).isComplete)
    #expect(!ClearingReport(isCancelled: true).isComplete)
  }
}
