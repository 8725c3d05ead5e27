import FileEvents
import SystemCalls
import Testing

extension KernelSuite {
  /// Several owners of one watch: overlapping roots, bind mounts, several trackers.
  @Suite struct EventHubSharingTests {
    @Test("two subscribers of a directory share its watch, and each gets every event with its own token")
    func two() async throws {
      try await FileSteps.run { steps in
        let (first, second) = (try Listener(), try Listener())
        let watch = try first.watch(steps.root, as: 10)
        #expect(try second.watch(steps.root, as: 20) == watch)
        try steps.makeDirectory("d")
        #expect(try first.events().map(\.token) == [10])
        #expect(try second.events().map(\.token) == [20])
      }
    }

    @Test("an owner that leaves takes nothing from the others", arguments: [0, 1, 2])
    func leaving(_ leaver: Int) async throws {
      try await FileSteps.run { steps in
        let listeners = [try Listener(), try Listener(), try Listener()]
        let watches = try listeners.map { try $0.watch(steps.root) }
        listeners[leaver].unwatch(watches[leaver])
        try steps.makeDirectory("d")
        for (place, listener) in listeners.enumerated() {
          #expect(try listener.events().count == (place == leaver ? 0 : 1))
        }
      }
    }

    @Test("a subscriber that cancels takes nothing from the others, and gets nothing any more")
    func cancelling() async throws {
      try await FileSteps.run { steps in
        let before = EventHub.shared.watchCount
        let (first, second) = (try Listener(), try Listener())
        try steps.makeDirectory("own")
        _ = try first.watch(steps.root)
        _ = try first.watch(steps.path("own"))
        _ = try second.watch(steps.root)
        first.subscription.cancel()
        first.subscription.cancel()
        #expect(EventHub.shared.watchCount == before + 1)
        try steps.makeDirectory("d")
        #expect(try second.events().map(\.text) == ["d"])
        #expect(throws: WatchError.self) { try first.watch(steps.root) }
      }
    }

    @Test("a subscription that is let go of gives its watches back")
    func letGo() async throws {
      try await FileSteps.run { steps in
        let before = EventHub.shared.watchCount
        var subscription: (any EventSubscription)? = try EventHub.shared.subscribe(EventInbox())
        let directory = try Descriptor.open(steps.root.bytes, .directory)
        defer { directory.close() }
        _ = try subscription?.watch(directory, as: WatchToken(rawValue: 1), for: .created)
        #expect(EventHub.shared.watchCount == before + 1)
        subscription = nil
        #expect(EventHub.shared.watchCount == before)
      }
    }

    @Test("a directory that is seen in two places gives each event for both, until one is given up")
    func twoTokens() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        let watch = try listener.watch(steps.root, as: 1)
        #expect(try listener.watch(steps.root, as: 2) == watch)
        #expect(Set(listener.subscription.tokens(of: watch).map(\.rawValue)) == [1, 2])
        try steps.makeDirectory("a")
        #expect(Set(try listener.events().map(\.token)) == [1, 2])
        listener.unwatch(watch, as: 1)
        try steps.makeDirectory("b")
        #expect(try listener.events().map(\.token) == [2])
      }
    }

    @Test("who asks for little gets little, though another asks for more")
    func masks() async throws {
      try await FileSteps.run { steps in
        let (modest, greedy) = (try Listener(), try Listener())
        _ = try greedy.watch(steps.root)
        _ = try modest.watch(steps.root, for: .deleted)
        try steps.make("f")
        try steps.remove("f")
        #expect(try modest.events().map(\.mask) == [.deleted])
        #expect(try greedy.events().map(\.mask) == [.created, .closedAfterWriting, .deleted])
      }
    }

    @Test("who asks again for more gets both")
    func addedMask() async throws {
      try await FileSteps.run { steps in
        let listener = try Listener()
        _ = try listener.watch(steps.root, for: .created)
        _ = try listener.watch(steps.root, for: .deleted)
        try steps.make("f")
        try steps.remove("f")
        #expect(try listener.events().map(\.mask) == [.created, .deleted])
      }
    }
  }
}
