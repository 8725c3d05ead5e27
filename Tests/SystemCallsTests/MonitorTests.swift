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

  @Test("every waiter wakes, whatever it waits for")
  func many() throws {
    let monitor = Monitor(0)
    let passed = Monitor<[Int]>([])
    for goal in 1...20 {
      try DedicatedThread.start(named: "test-waiter") {
        monitor.wait(until: nil, for: { $0 >= goal }) { _ in }
        passed.signal { $0.append(goal) }
      }
    }
    for _ in 1...20 { monitor.signal { $0 += 1 } }
    let all = passed.wait { $0.count == 20 ? $0 : nil }
    #expect(Set(all ?? []) == Set(1...20))
  }

  @Test("a wait that is over in time changes the state, and so does one that is not")
  func changes() {
    let monitor = Monitor(1)
    monitor.wait(until: nil, for: { $0 == 1 }) { $0 = 2 }
    monitor.wait(until: MonotonicTime.now + .nanoseconds(1), for: { $0 == 1 }) { $0 += 1 }
    #expect(monitor.withLock { $0 } == 3)
  }

  @Test("a lock is given back when its body throws")
  func throwing() {
    let monitor = Monitor(0)
    #expect(throws: Errno.noSpace) { try monitor.withLock { (_) throws(Errno) -> Void in throw .noSpace } }
    #expect(monitor.withLock { $0 } == 0)
  }

  @Test("a condition that does not hold wakes nobody, and one that does wakes who waits")
  func conditionalSignal() throws {
    let monitor = Monitor(0)
    try DedicatedThread.start(named: "test-signal") {
      for _ in 0..<10 {
        monitor.signalIf {
          $0 += 1
          return $0 == 10
        }
      }
    }
    #expect(monitor.wait { $0 == 10 ? $0 : nil } == 10)
  }
}
