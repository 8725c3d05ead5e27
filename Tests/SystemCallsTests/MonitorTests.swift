import Synchronization
import SystemCalls
import Testing

@Suite("Waiting")
struct MonitorTests {
  @Test("a waiter gets the value that another thread sets")
  func signal() throws {
    let monitor = Monitor(0)
    try DedicatedThread.start(named: "test-signal") { monitor.signal { $0 = 7 } }
    #expect(monitor.wait { $0 == 7 ? $0 : nil } == 7)
  }

  @Test("a deadline in the past ends a wait at once")
  func deadline() {
    let monitor = Monitor(0)
    let value: Int? = monitor.wait(until: MonotonicTime(nanoseconds: 0)) { _ in nil }
    #expect(value == nil)
  }

  @Test("a duration is added without overflow")
  func time() {
    #expect(MonotonicTime(nanoseconds: 5) + .seconds(2) == MonotonicTime(nanoseconds: 2_000_000_005))
    #expect(MonotonicTime(nanoseconds: 5) + .seconds(Int64.max) == MonotonicTime(nanoseconds: .max))
    #expect(MonotonicTime(nanoseconds: 3_000_000_000) - MonotonicTime(nanoseconds: 1_000_000_000) == .seconds(2))
  }

  @Test("a thread of our own takes no signal, and may have its own working directory")
  func threads() throws {
    let done = Monitor<Bool?>(nil)
    try DedicatedThread.start(named: "test-thread") {
      ThreadDirectory.enter()
      let isOwn = ThreadDirectory.isOwn
      ThreadDirectory.leave()
      done.signal { $0 = isOwn }
    }
    let isOwn = done.wait { $0 }
    #expect(isOwn != nil)
    #expect(!ThreadDirectory.isOwn)
  }
}
