import FileEvents
import Testing

@Suite("The share of the watches that one process takes")
struct WatchAllowanceTests {
  @Test(
    "a tenth stays for others, 4,096 at least, half at most",
    arguments: [(524_288, 471_860), (40_960, 36_864), (10_000, 5_904), (8192, 4096), (100, 50), (1, 1), (0, 0)])
  func reserve(_ limit: Int, _ allowed: Int) {
    #expect(WatchAllowance.leavingReserve.watches(of: limit) == allowed)
  }

  @Test(
    "hundredths are of the limit, and never above it",
    arguments: [(50, 8191, 4095), (100, .max, .max), (300, 1000, 1000), (-5, 1000, 0), (.max, 10, 10)])
  func percent(_ percent: Int, _ limit: Int, _ allowed: Int) {
    #expect(WatchAllowance.percent(percent).watches(of: limit) == allowed)
  }

  @Test("where no limit is known, only a number holds")
  func unknown() {
    #expect(WatchAllowance.leavingReserve.watches(of: nil) == .max)
    #expect(WatchAllowance.percent(10).watches(of: nil) == .max)
    #expect(WatchAllowance.count(7).watches(of: nil) == 7)
    #expect(WatchAllowance.count(-1).watches(of: 100) == 0)
  }
}
