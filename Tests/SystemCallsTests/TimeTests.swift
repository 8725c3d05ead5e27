import SystemCalls
import Testing

@Suite("Moments of the monotonic clock")
struct TimeTests {
  @Test("the clock does not go back")
  func now() {
    let moments = (0..<1000).map { _ in MonotonicTime.now }
    #expect(moments == moments.sorted())
  }

  @Test("the last moment is the end of every long wait")
  func saturation() {
    let last = MonotonicTime(nanoseconds: .max)
    #expect(last + .nanoseconds(1) == last)
    #expect(MonotonicTime(nanoseconds: 0) + .seconds(Int64.max) == last)
    // The seconds fit, and the rest of a second does not.
    let almost = Duration.seconds(18_446_744_073) + .milliseconds(999)
    #expect(MonotonicTime(nanoseconds: 0) + almost == last)
    #expect(MonotonicTime(nanoseconds: 500_000_000) + almost == last)
  }

  @Test("a time before is no time added, and a difference may be below zero")
  func differences() {
    let moment = MonotonicTime(nanoseconds: 5)
    #expect(moment + .seconds(-1) == moment)
    #expect(moment - MonotonicTime(nanoseconds: 8) == .nanoseconds(-3))
    #expect(MonotonicTime(nanoseconds: .max) - MonotonicTime(nanoseconds: 0) == .nanoseconds(Int64.max))
  }
}
