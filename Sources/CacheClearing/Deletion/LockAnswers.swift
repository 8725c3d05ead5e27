internal import SystemCalls

/// What was found out about the locks on a plan's directories.
///
/// Each is asked about once, by one worker at a time: two that ask would take each other for another program. That can
/// take as long as another clear is waited for, and whoever comes to another directory does not wait with them.
final class LockAnswers: Sendable {
  private enum Answer { case unknown, asking, free, locked }

  private let answers: Monitor<[Answer]>

  /// - Parameter count: how many directories there are; each is known by its number.
  init(count: Int) {
    answers = Monitor(Array(repeating: .unknown, count: count))
  }

  /// Fails when a directory is locked, or when that cannot be known.
  /// - Parameter ask: called where no one has asked yet.
  func check(_ number: Int, _ ask: () throws(Obstacle) -> Void) throws(Obstacle) {
    switch take(number) {
    case .free: return
    case .locked: throw .locked
    case .unknown, .asking: break
    }
    do throws(Obstacle) {
      try ask()
    } catch {
      note(error.reason == .locked ? .locked : .unknown, for: number)
      throw error
    }
    note(.free, for: number)
  }

  /// The answer; where there is none, the caller is the one that asks from now on.
  private func take(_ number: Int) -> Answer {
    answers.wait { answers -> Answer? in
      let answer = answers[number]
      if answer == .unknown { answers[number] = .asking }
      return answer == .asking ? nil : answer
    } ?? .unknown
  }

  private func note(_ answer: Answer, for number: Int) {
    answers.signal { $0[number] = answer }
  }
}
