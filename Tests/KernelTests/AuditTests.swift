import FileEvents
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// What no event reports, with the real kernel.
  @Suite struct AuditTests {
    @Test("an audit of a tree that events kept current finds nothing")
    func clean() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { root in
          let tracker = try SizeTracker(root: root)
          for number in 0..<200 {
            try Subprocess.output(of: "mkdir", ["-p", root.appending(BytePath("d\(number % 20)/e\(number)"))])
          }
          let report = try tracker.audit()
          #expect(report.isClean)
          #expect(report.directories == 221)
          #expect(tracker.statistics.audits == 1)
          #expect(!tracker.events(after: 0).contains { if case .drift = $0.kind { true } else { false } })
        }
      }
    }

    @Test("a link that is made outside and written through is drift, which the audit counts, reports and repairs")
    func drift() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { top in
          let (root, outside) = (top.appending("in"), top.appending("out"))
          try Subprocess.output(of: "mkdir", [root, outside])
          try Subprocess.output(of: "dd", ["if=/dev/zero", BytePath("of=\(root.string)/f"), "bs=4096", "count=1"])
          let tracker = try SizeTracker(root: root)
          try tracker.settle()
          try Subprocess.output(of: "ln", [root.appending("f"), outside.appending("g")])
          try Subprocess.output(of: "dd", ["if=/dev/zero", BytePath("of=\(outside.string)/g"), "bs=4096", "count=5"])
          try tracker.synchronize()
          #expect(tracker.usage.allocatedBytes == 4096)
          let report = try tracker.audit()
          #expect(report.entries == 1)
          #expect(report.bytes == 4 * 4096)
          #expect(tracker.events(after: 0).last?.kind == .drift(bytes: 4 * 4096, entries: 1))
          #expect(tracker.statistics.driftedBytes == 4 * 4096)
          // From now on the file has a watch of its own.
          try Subprocess.output(of: "dd", ["if=/dev/zero", BytePath("of=\(outside.string)/g"), "bs=4096", "count=9"])
          try tracker.settle()
          let comparison = try Comparison(of: tracker)
          #expect(comparison.isExact, "\(comparison.report)")
        }
      }
    }

    @Test("directories without a watch are watched by themselves when watches are free again")
    func recovery() async throws {
      try await onOwnThread {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { root in
          for number in 0..<30 { try Subprocess.output(of: "mkdir", [root.appending(BytePath("d\(number)"))]) }
          EventHub.shared.setAllowance(.count(EventHub.shared.watchCount + 12))
          defer { EventHub.shared.setAllowance(.leavingReserve) }
          let clock = TrackerClock(writebackDelay: .seconds(1), pollPause: .milliseconds(10)) { .now }
          let tracker = try SizeTracker(root: root, source: EventHub.shared, disk: KernelDisk(), clock: clock)
          try tracker.synchronize()
          #expect(tracker.usage.reasons.contains(.watchLimit))

          // Nobody reports these; the poll finds them.
          for number in 0..<30 { try Subprocess.output(of: "mkdir", [root.appending(BytePath("d\(number)/new"))]) }
          try wait(for: tracker) { $0.directories == 61 }
          #expect(tracker.usage.reasons.contains(.watchLimit))

          EventHub.shared.setAllowance(.leavingReserve)
          try wait(for: tracker) { !$0.reasons.contains(.watchLimit) }
          for number in 0..<30 { try Subprocess.output(of: "mkdir", [root.appending(BytePath("d\(number)/more"))]) }
          try tracker.settle()
          let comparison = try Comparison(of: tracker)
          #expect(comparison.isExact, "\(comparison.report)")
        }
      }
    }

    /// Returns when the numbers are as wanted; the suite's own limit ends a wait for ever.
    private func wait(for tracker: SizeTracker, until isWanted: (DirectoryUsage) -> Bool) throws {
      var revision = tracker.revision
      while !isWanted(tracker.usage) {
        revision = try #require(tracker.waitForChange(after: revision, timeout: .seconds(60)))
      }
    }
  }
}
