import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Faults that catch careless deleters")
struct CarelessFaultTests {
  @Test(
    "one that takes failures for the end, or passes them over, says at some call that all is gone",
    arguments: [.takingFailureForEnd, .passingOverFailures] as [CarelessDeleter], ClearingFaultTests.reasons)
  func falseAnswer(_ deleter: CarelessDeleter, _ reason: Errno) throws {
    #expect(try answers(of: deleter, failing: 1, with: reason).contains { $0.answer == .done && $0.isLeft })
  }

  @Test("one that makes interrupted calls again for ever never ends, and other faults it reports")
  func neverEnding() throws {
    for reason in ClearingFaultTests.reasons {
      let answers = try answers(of: .repeatingInterrupted, failing: .max, with: reason)
      #expect(answers.contains { $0.answer == .never } == (reason == .interrupted), "\(reason)")
      #expect(!answers.contains { $0.answer == .done && $0.isLeft }, "\(reason)")
    }
  }

  /// What it says, and whether something is left, with the fault at the first call, the second, and so on.
  private func answers(
    of deleter: CarelessDeleter, failing count: Int, with reason: Errno
  ) throws -> [(answer: CarelessDeleter.Answer, isLeft: Bool)] {
    var answers: [(CarelessDeleter.Answer, Bool)] = []
    for position in 1... {
      let scene = try Scene(withCanary: false)
      try ClearingFaultTests.makeTree(in: scene.root)
      let disk = FaultyDisk(failing: position, count: count, with: reason)
      answers.append((try deleter.clear(scene.root, on: disk), try !scene.root.names().isEmpty))
      guard disk.hasFailed else { break }
    }
    return answers
  }
}
