import FileEvents
import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// What happens when watches or instances are short.
  @Suite struct EventHubLimitTests {
    @Test("the process takes no more watches than it may, and what it has can be placed again")
    func allowance() async throws {
      try await FileSteps.run { steps in
        for name in ["a", "b", "c"] as [BytePath] { try steps.makeDirectory(name) }
        let listener = try Listener()
        EventHub.shared.setAllowance(.count(EventHub.shared.watchCount + 2))
        defer { EventHub.shared.setAllowance(.leavingReserve) }
        let first = try listener.watch(steps.path("a"), as: 1)
        _ = try listener.watch(steps.path("b"), as: 2)
        #expect(throws: WatchError.limitReached) { try listener.watch(steps.path("c"), as: 3) }
        #expect(try listener.watch(steps.path("a"), as: 4) == first)
        try steps.make("c/unseen")
        #expect(try listener.events().isEmpty)
        listener.unwatch(first, as: 1)
        listener.unwatch(first, as: 4)
        _ = try listener.watch(steps.path("c"), as: 3)
        try steps.makeDirectory("c/seen")
        #expect(try listener.events().map(\.token) == [3])
      }
    }

    @Test("who gives back many watches at once makes no other subscriber lose events")
    func pacing() async throws {
      try await FileSteps.run { steps in
        let quiet = try Listener()
        _ = try quiet.watch(steps.root, for: .created)
        let count = try #require(InotifyLimits.current.queuedEvents) + 1000
        let large = try Listener()
        try steps.makeDirectory("many")
        for number in 0..<count {
          let name = BytePath("many/\(number)")
          try steps.makeDirectory(name)
          _ = try large.watch(steps.path(name))
        }
        let before = EventHub.shared.watchCount
        // A reader that gets no processor for a while.
        EventHub.shared.setReaderPaused(true)
        let hasEnded = Monitor(false)
        let subscription = large.subscription
        try DedicatedThread.start(named: "test-cancel") {
          subscription.cancel()
          hasEnded.signal { $0 = true }
        }
        #expect(EventHub.shared.awaitRemovalHeldBack())
        EventHub.shared.setReaderPaused(false)
        hasEnded.wait(until: nil, for: { $0 }) { _ in }
        #expect(EventHub.shared.watchCount == before - count)
        try steps.makeDirectory("d")
        #expect(try quiet.events().map(\.text) == ["many", "d"])
        #expect(quiet.overflows == 0)
      }
    }

    @Test("without an instance left the limit is named, and a later start works", .enabled(if: geteuid() == 0))
    func instances() async {
      await #expect(processExitsWith: .success) {
        // A user of its own: nobody else's instances are taken.
        try OwnProcess.become(user: 54_321)
        let limit = try #require(InotifyLimits.current.instances?.value)
        try OwnProcess.limitDescriptors(below: UInt64(limit) + 512)
        var taken: [Int32] = []
        while true {
          let instance = inotify_init1(0)
          if instance < 0 { break }
          taken.append(instance)
        }
        #expect(throws: EventSourceError.instance(.tooManyFiles, limit: limit)) { try Listener() }
        let error = #expect(throws: TrackerError.self) { try SizeTracker(root: "/tmp") }
        #expect(error?.code == .instanceLimit)
        #expect(error?.message.contains("\(limit) inotify instances") == true)
        #expect(error?.message.contains("fs.inotify.max_user_instances") == true)
        close(taken[0])
        #expect(try Listener().events().isEmpty)
      }
    }

    @Test("without a watch left the limit is named, and a later start works", .enabled(if: canTakeAllWatches))
    func watches() async {
      await #expect(processExitsWith: .success) {
        try OwnProcess.become(user: 54_322)
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { root in
          let steps = FileSteps(root: root)
          let limit = try #require(InotifyLimits.current.watches?.value)
          let instances = (0..<100).map { _ in inotify_init1(0) }
          let paths = try (0...limit / 100).map { number in
            try steps.makeDirectory(BytePath("\(number)"))
            return steps.path(BytePath("\(number)"))
          }
          for instance in instances {
            for path in paths { _ = inotify_add_watch(instance, path.string, UInt32(IN_CREATE)) }
          }
          #expect(throws: EventSourceError.noWatchLeft) { try Listener() }
          let error = #expect(throws: TrackerError.self) { try SizeTracker(root: root) }
          #expect(error?.code == .watchLimit)
          #expect(error?.message.contains("all of this user's \(limit) inotify watches are in use") == true)
          #expect(error?.message.contains("fs.inotify.max_user_watches") == true)

          close(instances[0])
          let listener = try Listener()
          let first = try listener.watch(paths[0])
          EventHub.shared.setAllowance(.count(.max))
          #expect(throws: WatchError.limitReached) { for path in paths { _ = try listener.watch(path) } }
          #expect(try listener.watch(paths[0]) == first)
        }
      }
    }

    /// Whether a user of its own can be had, whose watches can be taken in about a second.
    private static var canTakeAllWatches: Bool {
      guard geteuid() == 0, let limit = InotifyLimits.current.watches?.value else { return false }
      return limit <= 1 << 20
    }
  }
}
