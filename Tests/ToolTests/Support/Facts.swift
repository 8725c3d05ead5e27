import Glibc
import SystemCalls

/// What a test rests on and does not find.
struct MissingFact: Error, CustomStringConvertible {
  let description: String
}

/// Waits until something is so of which no one is told. The limit only keeps a test from hanging.
func awaitFact(atMost limit: Duration = .seconds(60), _ isFact: () throws -> Bool) throws {
  let deadline = MonotonicTime.now + limit
  while try !isFact() {
    guard MonotonicTime.now < deadline else {
      throw MissingFact(description: "what was waited for did not come within \(limit)")
    }
    sched_yield()
  }
}
