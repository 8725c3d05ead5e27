import TestSupport
import Testing

@Suite("Random edits")
struct RandomEditTests {
  /// So many generators, all of one seed.
  private static let seeds: [UInt64] = {
    var random = SeededGenerator(seed: Seed.announced(for: "random edits of a tree"))
    return (0..<8).map { _ in random.next() }
  }()

  @Test("after any edits every directory equals a recount", arguments: 0..<seeds.count)
  func equalsRecount(number: Int) {
    var edits = RandomEdits(seed: Self.seeds[number])
    for step in 0..<4_000 {
      edits.step()
      // Often right after an edit, and sometimes after many that were not settled.
      guard step % 64 < 8 else { continue }
      let differences = edits.differences()
      guard differences.isEmpty else {
        Issue.record("generator \(number), step \(step): \(differences.prefix(5))")
        return
      }
    }
  }
}
