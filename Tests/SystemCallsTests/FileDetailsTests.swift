import SystemCalls
import TestSupport
import Testing

@Suite("File details")
struct FileDetailsTests {
  @Test("details agree with the status, and tell when a file was born")
  func agreement() throws {
    try TemporaryDirectory.use { root in
      try FileChanges.makeFile(root.appending("file"), permissions: 0o640)
      try FileChanges.link(root.appending("file"), to: root.appending("second"))
      let directory = try Descriptor.open(root.bytes, [.directory])
      defer { directory.close() }
      let details = try directory.details(of: Array("file".utf8))
      let status = try directory.status(of: Array("file".utf8))
      #expect(details.identity.file == status.identity)
      #expect(details.kind == .regular)
      #expect(details.links == 2)
      #expect(details.permissions == 0o640)
      #expect(details.allocatedBytes == status.allocatedBytes)
      #expect(details.changed.seconds == status.changed)
      #expect(details.identity.born.map { $0 <= details.changed } ?? true)
      #expect(!details.isMountRoot && !details.isImmutable && !details.isAppendOnly)
      #expect(try directory.details().identity.file == directory.status().identity)
    }
  }

  @Test("a mount point is told from what lies around it")
  func mountRoots() throws {
    let root = try Descriptor.open([UInt8(ascii: "/")], [.directory])
    defer { root.close() }
    #expect(try root.details(of: Array("proc".utf8)).isMountRoot)
    #expect(try !root.details(of: Array("usr".utf8)).isMountRoot)
  }

  @Test("a time in the future has no age, and ages do not overflow")
  func ages() {
    let now = FileTime(seconds: 100, nanoseconds: 5)
    #expect(FileTime(seconds: 98, nanoseconds: 6).age(at: now) == .seconds(2) - .nanoseconds(1))
    #expect(FileTime(seconds: 100, nanoseconds: 6).age(at: now) == .zero)
    #expect(FileTime(seconds: .min).age(at: now) > .seconds(1 << 62))
  }
}
