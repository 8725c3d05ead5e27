import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// The calls other than `write` that put bytes into a file, and that an event reports.
  @Suite struct WayOfWritingTests {
    enum Way: String, CaseIterable, Sendable {
      case overwriting, direct, splicing, sending, copying

      /// Fills a file that is empty, but for the one that is overwritten.
      func write(_ count: Int, to file: WorkFile, in place: TrackedPlace) throws {
        switch self {
        case .overwriting:
          try file.truncate(to: count)
          try file.write(count, at: 0)
        case .direct: try file.write(count, at: 0)
        case .splicing: try file.splice(count)
        case .sending: try file.send(count, from: place.outside.file("source", .reading))
        case .copying: try file.copy(count, from: place.outside.file("source", .reading))
        }
      }
    }

    @Test("bytes count however they get into a file", arguments: TestDisk.available(.all), Way.allCases)
    func ways(kind: TestDisk.Kind, way: Way) async throws {
      let length = 40_960
      try await onTracked(kind, preparing: { _, outside in try outside.makeFile("source", length: length) }) { place in
        let file = try place.tree.file("f", way == .direct ? .direct : .creating)
        try place.changing { try way.write(length, to: file, in: place) }
        try place.expectExact("\(way.rawValue), the file is open")
        file.close()
        try place.expectSettled("\(way.rawValue), it is closed")
        #expect(place.tracker.usage.apparentBytes == UInt64(length))
      }
    }

    @Test("a write over what is there changes no number", arguments: TestDisk.available(.all))
    func inPlace(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 100_000) }) { place in
        try place.settle()
        let file = try place.tree.file("f", .existing)
        try place.keeping { try file.write(50_000, at: 20_000) }
        try place.expectExact("the file is open")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test("what io_uring writes counts", .enabled(if: isRingAllowed), arguments: TestDisk.available(.all))
    func ringWriting(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.file("f")
        try place.changing { try file.writeThroughRing(40_960, at: 0) }
        try place.expectExact("the file is open")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test("what io_uring allocates counts", .enabled(if: isRingAllowed), arguments: TestDisk.available(.local))
    func ringAllocating(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.file("f")
        try place.changing { try file.allocateThroughRing(40_960, at: 0) }
        try place.expectExact("the file is open")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test("what another user writes counts", arguments: TestDisk.available(.all))
    func otherUser(kind: TestDisk.Kind) async throws {
      try await expectCounted(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"], on: kind)
    }

    @Test("what is written in another user namespace counts", arguments: TestDisk.available(.all))
    func userNamespace(kind: TestDisk.Kind) async throws {
      try await expectCounted(["unshare", "--user", "--map-root-user"], on: kind)
    }

    @Test("what is written in another mount namespace counts", arguments: TestDisk.available(.all))
    func mountNamespace(kind: TestDisk.Kind) async throws {
      try await expectCounted(["unshare", "--mount"], on: kind)
    }

    /// A shell started by a program writes into the directory that it is in: its way there may be closed to it.
    private func expectCounted(_ program: [BytePath], on kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.setPermissions(".", 0o777) }) { place in
        let script: [BytePath] = ["sh", "-c", "head -c 30000 /dev/zero >f"]
        try place.changing {
          try Subprocess.output(of: program[0], program.dropFirst() + script, directory: place.tracker.root)
        }
        try place.expectSettled("the program has ended")
        #expect(place.tracker.usage.apparentBytes == 30_000)
      }
    }
  }
}

private var isRingAllowed: Bool {
  guard let setting = ProcFile.number("/proc/sys/kernel/io_uring_disabled"), setting < 2 else {
    print("skipped: io_uring is not allowed here")
    return false
  }
  return true
}
