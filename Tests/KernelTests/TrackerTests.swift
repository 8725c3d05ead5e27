import FileEvents
import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// The tracker with the real kernel, one fact at a time.
  @Suite struct TrackerTests {
    @Test("after a barrier a write made before it is in the numbers, a thousand times")
    func readYourWrites() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { root in
          let tracker = try SizeTracker(root: root)
          try tracker.synchronize()
          for number in 1...1000 {
            try writeFile(root.appending(BytePath("f\(number % 50)")), length: number)
            try tracker.synchronize()
            let files = min(number, 50)
            #expect(tracker.usage.files == files)
            guard tracker.usage.files == files else { return }
          }
        }
      }
    }

    @Test("a tracker that is released gives back its watches, descriptors and threads")
    func release() async {
      // In a process of its own: other tests open descriptors meanwhile.
      await #expect(processExitsWith: .success) {
        try TemporaryDirectory.use { root in
          try makeTree(at: root, directories: 20)
          // The first one starts what stays for the life of the process.
          try trackOnce(root)
          let watches = EventHub.shared.watchCount
          let descriptors = try openDescriptors()
          let listed = try ProcessUse.watches(of: descriptors)
          let threads = try OwnProcess.threadNames().filter { $0.starts(with: "cachewatch-") }
          for _ in 0..<500 { try trackOnce(root) }
          #expect(EventHub.shared.watchCount == watches)
          #expect(try openDescriptors() == descriptors)
          #expect(try ProcessUse.watches(of: descriptors) == listed)
          #expect(threads == ["cachewatch-read"])
          #expect(try OwnProcess.threadNames().filter { $0.starts(with: "cachewatch-") } == threads)
        }
      }
    }

    @Test("nested and equal roots in one process all stay exact")
    func overlappingRoots() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use { root in
          try makeTree(at: root, directories: 5)
          let inner: BytePath = root.appending("d1")
          let trackers = [try SizeTracker(root: root), try SizeTracker(root: root), try SizeTracker(root: inner)]
          for tracker in trackers { try tracker.synchronize() }
          try writeFile(inner.appending("new"), length: 70_000)
          try Subprocess.output(of: "mv", [inner.appending("e"), root.appending("moved")])
          for tracker in trackers {
            try tracker.settle()
            let comparison = try compare(tracker)
            #expect(comparison.isExact, "\(comparison.report)")
          }
        }
      }
    }

    @Test("what is lost in an overflow is found by a rescan, and the barrier waits for it")
    func overflow() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { root in
          let tracker = try SizeTracker(root: root)
          try tracker.synchronize()
          EventHub.shared.setReaderPaused(true)
          let limit = try #require(ProcFile.number("/proc/sys/fs/inotify/max_queued_events"))
          // Each new file is two events at least, and none of them merges with the next.
          for number in 0...limit { try writeFile(root.appending(BytePath("f\(number)")), length: 1) }
          EventHub.shared.setReaderPaused(false)
          try tracker.synchronize()
          #expect(tracker.usage.files == limit + 1)
          #expect(tracker.statistics.overflows >= 1)
          #expect(tracker.statistics.rescans >= 1)
          #expect(tracker.events(after: 0).contains { $0.kind == .rescan })
        }
      }
    }

    @Test("settling by hand covers everything, also when too many directories were written to for each to be noted")
    func settlingEverywhere() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { root in
          let tracker = try SizeTracker(root: root)
          try tracker.synchronize()
          for number in 0..<17_000 {
            let directory = root.appending(BytePath("d\(number)"))
            try FileChanges.makeDirectory(directory, permissions: 0o755)
            try writeFile(directory.appending("f"), length: 1)
          }
          try tracker.synchronize()
          #expect(tracker.usage.state == .settling)
          #expect(tracker.usage(of: "d0")?.state == .settling)
          try tracker.settle()
          #expect(tracker.usage.state == .live)
          #expect(tracker.statistics.settling == 0)
          #expect(tracker.usage.files == 17_000)
        }
      }
    }

    @Test("a root that is deleted is gone, and is exact again when it comes back")
    func lifeOfRoot() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use { top in
          let root = top.appending("root")
          try Subprocess.output(of: "mkdir", [root])
          try makeTree(at: root, directories: 3)
          let tracker = try SizeTracker(root: root)
          try tracker.synchronize()
          for _ in 0..<5 {
            try Subprocess.output(of: "rm", ["-r", root])
            try tracker.synchronize()
            #expect(tracker.usage == DirectoryUsage(state: .gone))
            try Subprocess.output(of: "mkdir", [root])
            try makeTree(at: root, directories: 3)
            try tracker.settle()
            let comparison = try compare(tracker)
            #expect(comparison.isExact, "\(comparison.report)")
          }
        }
      }
    }

    @Test("a root that is renamed with its parent is gone, and back when the parent is")
    func parentRenamed() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use { top in
          let (here, there) = (top.appending("here"), top.appending("there"))
          try Subprocess.output(of: "mkdir", ["-p", here.appending("root")])
          let tracker = try SizeTracker(root: here.appending("root"))
          try tracker.synchronize()
          try Subprocess.output(of: "mv", [here, there])
          try tracker.synchronize()
          #expect(tracker.usage.state == .gone)
          try Subprocess.output(of: "mv", [there, here])
          try tracker.synchronize()
          #expect(tracker.usage.state != .gone)
          #expect(tracker.usage.directories == 1)
        }
      }
    }

    @Test("without watches left the state says so, and names the setting")
    func watchLimit() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use { root in
          try makeTree(at: root, directories: 30)
          var options = TrackerOptions()
          options.watchAllowance = .count(EventHub.shared.watchCount + 12)
          let tracker = try SizeTracker(root: root, options: options)
          defer { EventHub.shared.setAllowance(.leavingReserve) }
          try tracker.synchronize()
          #expect(tracker.usage.state == .degraded)
          #expect(tracker.usage.reasons.contains(.watchLimit))
          let event = tracker.events(after: 0).first { $0.kind == .degraded(.watchLimit) }
          #expect(event?.message?.contains("fs.inotify.max_user_watches") == true)
          // What could be seen once is counted all the same.
          #expect(tracker.usage.directories == 61)
        }
      }
    }

    @Test(
      "files near the largest size saturate the sum, and count rightly when one goes", .enabled(if: canHoldHugeFiles))
    func hugeFiles() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use(in: "/dev/shm") { root in
          let tracker = try SizeTracker(root: root)
          for name in ["a", "b", "c"] {
            try Subprocess.output(of: "truncate", ["-s", "9223372036854775807", root.appending(BytePath(name))])
          }
          try tracker.synchronize()
          #expect(tracker.usage.apparentBytes == .max)
          try Subprocess.output(of: "rm", [root.appending("a"), root.appending("b")])
          try tracker.synchronize()
          #expect(tracker.usage.apparentBytes == 9_223_372_036_854_775_807)
        }
      }
    }

    @Test("changes arrive without asking, the latest wins, and they end with the tracker")
    func changes() async throws {
      let directory = try TemporaryDirectory()
      var tracker: SizeTracker? = try SizeTracker(root: directory.path)
      try await tracker?.synchronize()
      let changes = try #require(tracker?.changes())
      var iterator = changes.makeAsyncIterator()
      _ = await iterator.next()
      try writeFile(directory.path("new"), length: 5)
      while let usage = await iterator.next(), usage.files != 1 || usage.apparentBytes != 5 {}
      tracker = nil
      while await iterator.next() != nil {}
    }
  }
}

/// Pairs of directories, one in the other, and a file in each of the inner ones.
private func makeTree(at root: BytePath, directories: Int) throws {
  for number in 0..<directories {
    let directory = root.appending(BytePath("d\(number)/e"))
    try Subprocess.output(of: "mkdir", ["-p", directory])
    try writeFile(directory.appending("file"), length: 5000)
  }
}

private func writeFile(_ path: BytePath, length: Int) throws {
  let text = path.bytes.map(CChar.init(bitPattern:)) + [0]
  let descriptor = open(text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  defer { close(descriptor) }
  guard write(descriptor, [UInt8](repeating: 7, count: length), length) == length else {
    throw Errno(rawValue: errno)
  }
}

private func compare(_ tracker: SizeTracker) throws -> Comparison {
  let found = TrackedCounts(of: tracker)
  return Comparison(expected: try DiskOracle.count(below: tracker.root), found: found.counts, complaints: [])
}

/// What is open but for the timer that the runtime opens when it needs one.
private func openDescriptors() throws -> [Int32: BytePath] {
  try OwnProcess.descriptors().filter { $0.value != "anon_inode:[timerfd]" }
}

/// Returns when the released tracker has ended, its threads with it.
private func trackOnce(_ root: BytePath) throws {
  try track(root)
  // Threads tell that they are done before they are: nothing announces their last step.
  let deadline = ContinuousClock.now + .seconds(10)
  while try OwnProcess.threadNames().contains("cachewatch-tree"), ContinuousClock.now < deadline { sched_yield() }
}

private func track(_ root: BytePath) throws {
  var tracker: SizeTracker? = try SizeTracker(root: root)
  try tracker?.synchronize()
  let ending = try #require(tracker?.ending)
  tracker = nil
  ending.wait()
}

/// Whether the file system in memory takes a file of 2^63-1 bytes.
private var canHoldHugeFiles: Bool { TemporaryDirectory.fastDirectory == "/dev/shm" }
