import Testing

@testable import CacheClearing

@Suite("Patience with locks")
struct LockPatienceTests {
  private func wait(with patience: LockPatience) -> Int {
    var (attempts, sum) = (1, 0)
    while let pause = patience.pause(after: attempts) { (attempts, sum) = (attempts + 1, sum + pause) }
    return sum
  }

  @Test("another clear may be without a processor for a while, but many locked directories cost little each")
  func bounds() {
    let patience = LockPatience()
    #expect(wait(with: patience) >= 300)
    let rest = (0..<1000).map { _ in wait(with: patience) }
    #expect(rest.allSatisfy { $0 >= 6 } && rest.reduce(0, +) <= 2000 + 6 * 1000)
    #expect(rest.last == 6)
  }
}
