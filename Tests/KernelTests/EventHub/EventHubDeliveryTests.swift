import FileEvents
import SystemCalls
import Testing

extension KernelSuite {
  /// What one subscriber gets.
  @Suite struct EventHubDeliveryTests {
    @Test("each change of a directory is one event, in order, with the name")
    func order() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        let watch = try listener.watch(steps.root, as: 7)
        try steps.make("a")
        try steps.append(to: "a")
        try steps.makeDirectory("d")
        try steps.remove("a")
        let events = try listener.events()
        #expect(
          events.map(\.mask) == [
            .created, .closedAfterWriting, .modified, .closedAfterWriting, [.created, .isDirectory], .deleted,
          ])
        #expect(events.map(\.text) == ["a", "a", "a", "a", "d", "a"])
        #expect(events.allSatisfy { $0.watch == watch && $0.token == 7 })
      }
    }

    @Test("the halves of a rename follow each other with one cookie")
    func rename() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        try steps.makeDirectory("from")
        try steps.makeDirectory("to")
        try steps.make("from/x")
        _ = try listener.watch(steps.path("from"), as: 1)
        _ = try listener.watch(steps.path("to"), as: 2)
        try steps.rename("from/x", to: "to/y")
        let events = try listener.events()
        #expect(events.map(\.mask) == [.movedFrom, .movedTo])
        #expect(events.map(\.text) == ["x", "y"])
        #expect(events.map(\.token) == [1, 2])
        #expect(Set(events.map(\.cookie)).count == 1)
        #expect(events.first?.cookie != 0)
      }
    }

    @Test(
      "odd names arrive as their bytes",
      arguments: [
        [UInt8](repeating: 0x61, count: 255), [0xFF, 0xFE, 0x80], Array("two\nlines".utf8), [0x1B, 0x5B, 0x4A],
        Array(" ".utf8), Array("grün".utf8), [0x61],
      ])
    func names(_ name: [UInt8]) async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        _ = try listener.watch(steps.root, for: .created)
        try steps.make(BytePath(bytes: name))
        #expect(try listener.events().map(\.name) == [name])
      }
    }

    @Test("a directory that is moved keeps its watch, and placing it again gives the same number")
    func moved() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        try steps.makeDirectory("here")
        try steps.makeDirectory("there")
        let watch = try listener.watch(steps.path("here"))
        try steps.rename("here", to: "there/new")
        #expect(try listener.watch(steps.path("there/new")) == watch)
        try steps.make("there/new/file")
        let events = try listener.events()
        #expect(events.map(\.mask) == [.movedSelf, .created, .closedAfterWriting])
        #expect(events.allSatisfy { $0.watch == watch })
        #expect(listener.subscription.tokens(of: watch) == [WatchToken(rawValue: 1)])
      }
    }

    @Test("a directory that is removed says so, and then that its watch is dead")
    func removed() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        let before = EventHub.shared.watchCount
        try steps.makeDirectory("d")
        let watch = try listener.watch(steps.path("d"))
        #expect(EventHub.shared.watchCount == before + 1)
        try steps.removeDirectory("d")
        #expect(try listener.events().map(\.mask) == [.deletedSelf, .ignored])
        #expect(EventHub.shared.watchCount == before)
        #expect(listener.subscription.tokens(of: watch).isEmpty)
        // To unwatch what is dead is no mistake, and a new directory of that name has a new watch.
        listener.unwatch(watch)
        try steps.makeDirectory("d")
        #expect(try listener.watch(steps.path("d")) != watch)
      }
    }

    @Test("a file is watched like a directory, by a descriptor of any kind")
    func file() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        try steps.make("f")
        let watch = try listener.watch(steps.path("f"), for: [.modified, .closedAfterWriting])
        #expect(try listener.watch(steps.path("f"), for: .modified, flags: []) == watch)
        try steps.append(to: "f")
        let events = try listener.events()
        #expect(events.map(\.mask) == [.modified, .closedAfterWriting])
        #expect(events.allSatisfy { $0.name.isEmpty })
      }
    }

    @Test("a thread with its own working directory places watches on the descriptors it is given")
    func workingDirectory() async throws {
      try await FileSteps.run { steps in
        ThreadDirectory.enter()
        let listener = try Listener()
        try steps.makeDirectory("a")
        try steps.makeDirectory("b")
        try steps.make("f")
        for (token, name) in [(1, "a"), (2, "b"), (3, "f")] as [(UInt32, BytePath)] {
          _ = try listener.watch(steps.path(name), as: token)
        }
        ThreadDirectory.leave()
        try steps.make("b/x")
        try steps.append(to: "f")
        try steps.make("a/y")
        let events = try listener.events()
        #expect(events.map(\.token) == [2, 2, 3, 3, 1, 1])
      }
    }

    @Test("a descriptor that is not open cannot be watched")
    func badDescriptor() async throws {
      try await FileSteps.run { _ in
        let listener = try Listener()
        let token = WatchToken(rawValue: 1)
        #expect(throws: WatchError.self) {
          try listener.subscription.watch(Descriptor(rawValue: 100_000), as: token, for: .created)
        }
      }
    }
  }
}
