import TestSupport
import Testing

@testable import FileEvents

@Suite("Generations of barriers")
struct BarrierTests {
  @Test("the first one starts at once; who asks while it is on its way waits for the next")
  func generations() throws {
    var barrier = Barrier()
    let asked = [barrier.request(), barrier.request(), barrier.request()]
    #expect(asked.map(\.generation) == [1, 2, 2])
    #expect(asked.map(\.mustStart) == [true, false, false])
    let passed = [barrier.pass(), barrier.pass(), barrier.pass()]
    #expect(passed.map { $0?.generation } == [1, 2, nil])
    #expect(passed.map { $0?.mustStart } == [true, false, nil])
    let next = barrier.request()
    #expect(next.generation == 3)
    #expect(next.mustStart)
  }

  @Test("an event certifies nothing that was asked for after it was queued")
  func random() {
    let seed = Seed.announced(for: "barriers")
    var generator = SeededGenerator(seed: seed)
    var barrier = Barrier()
    var clock = 0
    var asked: [UInt64: Int] = [:]
    var queued: Int?
    for _ in 0..<10_000 {
      clock += 1
      if generator.chance(60) {
        let (generation, mustStart) = barrier.request()
        asked[generation] = clock
        if mustStart { queued = clock }
      } else if let event = queued, let (generation, mustStart) = barrier.pass() {
        #expect(asked[generation].map { $0 <= event } == true, "seed \(seed)")
        queued = mustStart ? clock : nil
      }
    }
  }
}
