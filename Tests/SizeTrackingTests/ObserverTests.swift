import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking

@Suite("Observers")
struct ObserverTests {
  @Test("whoever waits for news is asked after each change, and woken only when there are some")
  func news() async throws {
    let signals = TrackerSignals()
    let (questions, hasNews) = (Monitor(0), Monitor(false))
    let waiting = Task {
      try await signals.reached(
        .news {
          questions.signal { $0 += 1 }
          return hasNews.withLock { $0 }
        })
      return questions.withLock { $0 }
    }
    // Asked once when it began to wait: from then on it is asked with each change.
    try await onOwnThread {
      _ = questions.wait { $0 > 0 ? true : nil }
      while questions.withLock({ $0 }) < 100 { signals.bump() }
      let asked = questions.withLock { $0 }
      signals.bump()
      #expect(questions.withLock { $0 } == asked + 1, "still waiting")
      hasNews.signal { $0 = true }
      signals.bump()
    }
    #expect(try await waiting.value >= 100)
  }
}
