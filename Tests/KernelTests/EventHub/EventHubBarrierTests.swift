import FileEvents
import Glibc
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// What a barrier promises: what happened before it was asked for has been delivered, or counts as lost.
  @Suite struct EventHubBarrierTests {
    @Test("a change made before a barrier comes before it, a thousand times")
    func thousand() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        _ = try listener.watch(steps.root, for: .created)
        for number in 0..<1000 {
          try steps.makeDirectory(BytePath("d\(number)"))
          #expect(try listener.events().map(\.text) == ["d\(number)"])
        }
      }
    }

    @Test("a hundred barriers at once each cover the change made before them")
    func concurrent() async throws {
      try await FileSteps.run { steps in
        let ended = Monitor<[Bool]>([])
        for number in 0..<100 {
          try DedicatedThread.start(named: "test-barrier") {
            let isCovered = try? Self.isCovered(BytePath("d\(number)"), steps)
            ended.signal { $0.append(isCovered == true) }
          }
        }
        let results = ended.wait { $0.count == 100 ? $0 : nil }
        #expect(results == [Bool](repeating: true, count: 100))
      }
    }

    private static func isCovered(_ name: BytePath, _ steps: FileSteps) throws -> Bool {
      let listener = try Listener()
      _ = try listener.watch(steps.root, for: .created)
      try steps.makeDirectory(name)
      return try listener.events().contains { $0.name == name.bytes }
    }

    @Test("a barrier passes without any watch")
    func noWatch() async throws {
      try await FileSteps.run { _ in
        let listener = try Listener()
        #expect(try listener.events().isEmpty)
      }
    }

    @Test("barriers that are asked for together pass in order")
    func generations() async throws {
      try await FileSteps.run { _ in
        let listener = try Listener()
        EventHub.shared.setReaderPaused(true)
        let generations = (0..<10).map { _ in listener.subscription.requestBarrier() }
        EventHub.shared.setReaderPaused(false)
        // All but the first are one: none of them had begun.
        #expect(Set(generations).count == 2)
        #expect(generations == generations.sorted())
        #expect(try listener.events(before: generations[9]).isEmpty)
      }
    }

    @Test("an overflow reaches every subscriber, and the barrier passes with it", arguments: 1...5)
    func overflow(_ round: Int) async throws {
      try await FileSteps.run { steps in
        let (first, second) = (try Listener(), try Listener())
        try steps.make("f")
        _ = try first.watch(steps.root)
        EventHub.shared.setReaderPaused(true)
        let early = second.subscription.requestBarrier()
        try Self.fillQueue(steps)
        let late = second.subscription.requestBarrier()
        EventHub.shared.setReaderPaused(false)
        _ = try second.events(before: early)
        _ = try second.events(before: late)
        _ = try first.events(before: late)
        #expect(first.overflows == 1)
        #expect(second.overflows == 1)
        // Afterwards everything is as before.
        try steps.makeDirectory("d")
        #expect(try first.events().map(\.text) == ["d"])
        #expect(first.overflows == 1)
      }
    }

    @Test("after an overflow no barrier passes by the late event of the one before", arguments: 1...3)
    func lateSentinel(_ round: Int) async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        try steps.make("f")
        _ = try listener.watch(steps.root)
        EventHub.shared.setReaderPaused(true)
        defer { EventHub.shared.setReaderPaused(false) }
        try Self.fillQueue(steps)
        // Room behind the mark of the overflow: the event of this barrier comes after it.
        EventHub.shared.read(1)
        let early = listener.subscription.requestBarrier()
        while listener.overflows == 0 {
          EventHub.shared.read(1)
          listener.takeWaiting()
        }
        #expect(listener.lastBarrier == early)
        try steps.makeDirectory("d")
        let late = listener.subscription.requestBarrier()
        // The late event of the first barrier, whose promise the overflow has kept.
        EventHub.shared.read(1)
        listener.takeWaiting()
        #expect(listener.lastBarrier == early)
        EventHub.shared.setReaderPaused(false)
        #expect(try listener.events(before: late).map(\.text) == ["d"])
      }
    }

    /// Makes more events than the kernel keeps.
    private static func fillQueue(_ steps: FileSteps) throws {
      let limit = try #require(InotifyLimits.current.queuedEvents)
      let path = steps.path("f").string
      // Two calls that alternate are not merged.
      for _ in 0...limit {
        guard chmod(path, 0o600) == 0 else { throw Errno(rawValue: errno) }
        try steps.append(to: "f")
      }
    }
  }
}
