import ByteCounts
import CacheClearing
import Foundation
import SystemCalls
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
      unreadable: [SkippedEntry(path: "b", reason: .notPermitted, cause: .permissionDenied)], shortfallBytes: 1000)
  }

  @Test("a plan comes back from JSON as it was")
  func roundTrip() throws {
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(ClearingPlan.self, from: data) == plan)
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
