import CInotifyTools
import FileEvents
import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// How the hub starts in a process, and why it may not: each in a process of its own.
  @Suite struct EventHubStartTests {
    @Test("a host that uses the library is refused, keeps its instance, and makes room by giving it up")
    func libraryInUse() async {
      await #expect(processExitsWith: .success) {
        try TemporaryDirectory.use { root in
          #expect(inotifytools_initialize() != 0)
          #expect(inotifytools_watch_file(root.string, IN_CREATE) != 0)
          let before = try hubDescriptors()
          #expect(throws: EventSourceError.libraryInUse) { try Listener() }
          #expect(try hubDescriptors() == before)

          try FileSteps(root: root).make("f")
          let event = inotifytools_next_events(0, 1)
          #expect(event?.pointee.mask == UInt32(IN_CREATE))

          inotifytools_cleanup()
          let listener = try Listener()
          _ = try listener.watch(root, for: .created)
          try FileSteps(root: root).make("g")
          #expect(try listener.events().map(\.text) == ["g"])
        }
      }
    }

    @Test("what a host has left in the library's buffer is nobody's event")
    func leftovers() async {
      await #expect(processExitsWith: .success) {
        try TemporaryDirectory.use { root in
          let steps = FileSteps(root: root)
          #expect(inotifytools_initialize() != 0)
          for name in ["a", "b", "c", "d"] as [BytePath] {
            try steps.makeDirectory(name)
            #expect(inotifytools_watch_file(steps.path(name).string, IN_CREATE) != 0)
          }
          for name in ["a/1", "b/2", "c/3", "d/4"] as [BytePath] { try steps.make(name) }
          #expect(inotifytools_next_events(0, 1) != nil)
          inotifytools_cleanup()

          let listener = try Listener()
          for name in ["a", "b", "c", "d"] as [BytePath] { _ = try listener.watch(steps.path(name)) }
          #expect(try listener.events().isEmpty)
        }
      }
    }

    @Test("a host's own instances are not taken for the library's")
    func otherInstances() async {
      await #expect(processExitsWith: .success) {
        try TemporaryDirectory.use { root in
          let instances = (0..<5).map { _ in inotify_init1(Int32(IN_NONBLOCK)) }
          for instance in instances { #expect(inotify_add_watch(instance, root.string, UInt32(IN_CREATE)) > 0) }
          let listener = try Listener()
          _ = try listener.watch(root, for: .created)
          try FileSteps(root: root).make("f")
          #expect(try listener.events().map(\.text) == ["f"])
          for instance in instances {
            var buffer = [UInt8](repeating: 0, count: 512)
            #expect(read(instance, &buffer, buffer.count) == 32)
          }
        }
      }
    }

    @Test("programs that are started inherit nothing of the hub")
    func closedOnExec() async {
      await #expect(processExitsWith: .success) {
        #expect(try hubDescriptors().isEmpty)
        let listener = try Listener()
        let new = try hubDescriptors()
        // The instance and the files of the barriers.
        #expect(new.count == 3)
        for number in new { #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0) }
        #expect(try listener.events().isEmpty)
      }
    }

    @Test("a descriptor that the library's select cannot take is refused, and a later start works")
    func highDescriptor() async {
      await #expect(processExitsWith: .success) {
        try OwnProcess.limitDescriptors(below: 2048)
        var files: [Int32] = []
        while files.last ?? 0 < 1030 { files.append(open("/dev/null", O_RDONLY)) }
        let error = #expect(throws: EventSourceError.self) { try Listener() }
        if case .descriptorTooHigh(let number) = error { #expect(number > 1030) } else { #expect(error == nil) }
        for file in files { close(file) }
        #expect(try Listener().events().isEmpty)
      }
    }

    @Test("a process without descriptors gets the kernel's reason, and a later start works")
    func noDescriptors() async {
      await #expect(processExitsWith: .success) {
        // The runtime of this process opens a timer when it needs one, and ends the process when it cannot.
        try await Task.sleep(for: .nanoseconds(1))
        // From none at all to one less than it takes.
        for room in 0..<4 as Range<Int32> {
          let next = open("/dev/null", O_RDONLY)
          close(next)
          try OwnProcess.limitDescriptors(below: UInt64(next + room))
          #expect(throws: EventSourceError.instance(.tooManyFiles, limit: nil)) { try Listener() }
          try OwnProcess.limitDescriptors(below: 512)
          #expect(try hubDescriptors().isEmpty, "\(room) left something open")
        }
        #expect(try Listener().events().isEmpty)
      }
    }

    @Test(
      "without /proc there are no events, and with it there are", .enabled(if: geteuid() == 0))
    func missingProc() async {
      await #expect(processExitsWith: .success) {
        try OwnProcess.coverProc()
        #expect(throws: EventSourceError.procUnavailable) { try Listener() }
        let error = #expect(throws: TrackerError.self) { try SizeTracker(root: "/tmp") }
        #expect(error?.code == .procUnavailable)
        try OwnProcess.uncoverProc()
        #expect(try Listener().events().isEmpty)
      }
    }

    @Test("a host that closes the instance ends the events, and is told so", arguments: [false, true])
    func closedByHost(_ startsAgain: Bool) async {
      await #expect(processExitsWith: .success) { [startsAgain] in
        let listener = try Listener()
        #expect(try listener.events().isEmpty)
        inotifytools_cleanup()
        if startsAgain { #expect(inotifytools_initialize() != 0) }
        _ = listener.subscription.requestBarrier()
        #expect(listener.failure() == .died(.badDescriptor))
        #expect(throws: EventSourceError.died(.badDescriptor)) { try Listener() }
        #expect(throws: WatchError.self) { try listener.watch("/") }
      }
    }

    @Test("thousands of subscriptions leave descriptors, threads and watches as they were")
    func cycles() async {
      await #expect(processExitsWith: .success) {
        try TemporaryDirectory.use { root in
          let steps = FileSteps(root: root)
          for number in 0..<10 { try steps.makeDirectory(BytePath("d\(number)")) }
          #expect(try Listener().events().isEmpty)
          let descriptors = try hubDescriptors()
          for _ in 0..<2000 {
            let listener = try Listener()
            for number in 0..<10 { _ = try listener.watch(steps.path(BytePath("d\(number)"))) }
            withExtendedLifetime(listener) { #expect(EventHub.shared.watchCount == 10) }
          }
          #expect(EventHub.shared.watchCount == 0)
          #expect(try hubDescriptors() == descriptors)
          #expect(try OwnProcess.threadNames().filter { $0.hasPrefix("cachewatch-") } == ["cachewatch-read"])
        }
      }
    }
  }
}

/// The inotify instances and files of barriers in this process. The runtime has descriptors of its own.
private func hubDescriptors() throws -> Set<Int32> {
  let open = try OwnProcess.descriptors()
  return Set(open.filter { $0.value == "anon_inode:inotify" || $0.value.string.contains("cachewatch") }.keys)
}
