internal import Synchronization

/// Says to those who work that no one waits for them any more.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isRequested: Bool { flag.load(ordering: .relaxed) }
  func request() { flag.store(true, ordering: .relaxed) }
}
