import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Descriptors")
struct DescriptorTests {
  @Test("a directory's names come in blocks, without itself and its parent, and with what they are")
  func names() throws {
    try TemporaryDirectory.use { root in
      for number in 0..<3000 {
        try FileChanges.makeFile(root.appending(BytePath("file-with-a-long-name-\(number)")), permissions: 0o644)
      }
      let directory = try Descriptor.open(root.bytes, [.directory])
      defer { directory.close() }
      var found: Set<[UInt8]> = []
      var blocks = 0
      var block = NameBlock()
      while try directory.readNames(into: &block) {
        blocks += 1
        directory.statuses(of: block) { name, result in
          found.insert([UInt8](copying: name))
          #expect((try? result.get())?.kind == .regular)
        }
      }
      #expect(found.count == 3000)
      #expect(blocks > 1)
    }
  }

  @Test("a symbolic link is a link by its name, and leads on by its path")
  func links() throws {
    let root = try Descriptor.open(Array("/proc".utf8), [.directory])
    defer { root.close() }
    #expect(try root.status(of: Array("self".utf8)).kind == .symbolicLink)
    #expect(try Descriptor.statusFollowing(Array("/proc/self".utf8)).kind == .directory)
  }

  @Test("what is not there is said in words")
  func errors() {
    #expect(throws: Errno.noSuchFile) { try Descriptor.open(Array("/proc/no-such-thing".utf8), []) }
    #expect(Errno.noSuchFile.description == "no such file or directory")
  }

  @Test("a size beyond what is counted saturates")
  func saturation() {
    let status = FileStatus(identity: FileIdentity(device: 1, inode: 1), kind: .regular, blocks: .max)
    #expect(status.allocatedBytes == .max)
    #expect(FileStatus(identity: FileIdentity(device: 1, inode: 1), kind: .other, sizeBytes: 9).apparentBytes == 0)
  }

  @Test("file systems are known by their numbers, and those that hide changes are told apart")
  func fileSystems() throws {
    let directory = try Descriptor.open(Array("/proc".utf8), [.directory])
    defer { directory.close() }
    let kind = try FileSystemKind(of: directory)
    #expect(kind.name == "proc")
    #expect(!kind.reportsEvents)
    #expect(FileSystemKind(magic: 0xEF53).reportsEvents)
    #expect(FileSystemKind(magic: 0x5846_5342).trimsMinutesLater)
  }

  @Test(
    "some file systems list what is there when they are read, and these are known", arguments: TestDisk.Kind.allCases)
  func listingAsRead(kind: TestDisk.Kind) throws {
    guard TestDisk.isAvailable(kind) else { return }
    let disk = try TestDisk(kind)
    // More than fits into one block of a directory: those of ext4 have an index then.
    try Subprocess.output(of: "sh", ["-ec", "seq 1000 | xargs touch"], directory: disk.root)
    let directory = try Descriptor.open(disk.root.bytes, [.directory])
    defer { directory.close() }
    try FileChanges.makeFile(disk.root.appending("late"), permissions: 0o600)
    var block = NameBlock()
    var names: [[UInt8]] = []
    while try directory.readNames(into: &block) { names += block.names.map(block.bytes(of:)) }
    if try FileSystemKind(of: directory).listsAsRead { #expect(names.contains(Array("late".utf8))) }
  }

  @Test("a listing that is rewound shows what is there now")
  func rewinding() throws {
    try TemporaryDirectory.use { root in
      let directory = try Descriptor.open(root.bytes, [.directory])
      defer { directory.close() }
      var block = NameBlock()
      while try directory.readNames(into: &block) { #expect(block.names.isEmpty) }
      try FileChanges.makeFile(root.appending("new"), permissions: 0o600)
      try directory.rewind()
      let isMore = try directory.readNames(into: &block)
      #expect(isMore)
      #expect(block.names.map(block.bytes(of:)) == [Array("new".utf8)])
    }
  }

  @Test("odd names are read as their bytes, and each has its own status")
  func oddNames() throws {
    try TemporaryDirectory.use { root in
      let names: Set<[UInt8]> = [
        [UInt8](repeating: 0x78, count: 255), [0xFF, 0x80], [0x0A], Array("...".utf8), Array(".a".utf8),
        Array("..b".utf8),
        Array(" ".utf8),
      ]
      for name in names { try FileChanges.makeDirectory(root.appending(name), permissions: 0o700) }
      let directory = try Descriptor.open(root.bytes, [.directory])
      defer { directory.close() }
      var block = NameBlock()
      let isMore = try directory.readNames(into: &block)
      #expect(isMore)
      var found: Set<[UInt8]> = []
      directory.statuses(of: block) { name, result in
        found.insert([UInt8](copying: name))
        #expect((try? result.get())?.kind == .directory)
      }
      #expect(found == names)
      var again: Set<[UInt8]> = []
      block.forEach { again.insert([UInt8](copying: $0)) }
      #expect(again == names)
      #expect(Set(block.names.map(block.bytes)) == names)
    }
  }

  @Test("a name that went away between listing and looking is reported as gone")
  func vanished() throws {
    try TemporaryDirectory.use { root in
      try FileChanges.makeFile(root.appending("f"), permissions: 0o600)
      let directory = try Descriptor.open(root.bytes, [.directory])
      defer { directory.close() }
      var block = NameBlock()
      _ = try directory.readNames(into: &block)
      try FileChanges.removeFile(root.appending("f"))
      var results: [Result<FileStatus, Errno>] = []
      directory.statuses(of: block) { _, result in results.append(result) }
      #expect(results == [.failure(.noSuchFile)])
    }
  }

  @Test("a file's numbers are those of the kernel")
  func numbers() throws {
    try TemporaryDirectory.use { root in
      let path = root.appending("f")
      try FileChanges.makeFile(path, permissions: 0o640)
      try FileChanges.link(path, to: root.appending("g"))
      let made = try Descriptor.statusFollowing(path.bytes)
      #expect(made.links == 2)
      // Whatever the process's mask takes away.
      #expect(made.permissions & ~0o640 == 0)
      #expect(made.owner == UserAccount.identifier)
      #expect(made.apparentBytes == 0)
      let file = try Descriptor.open(path.bytes, [.pathOnly, .noFollow])
      defer { file.close() }
      #expect(try file.status() == made)
    }
  }

  @Test("all is written to a pipe, however small its pieces, and read to its end")
  func transfer() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reader, writer) = (Descriptor(rawValue: ends[0]), Descriptor(rawValue: ends[1]))
    defer { reader.close() }
    let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    _ = fcntl(writer.rawValue, F_SETFL, O_NONBLOCK)
    try DedicatedThread.start(named: "test-writer") {
      try? writer.writeWaiting(sent)
      writer.close()
    }
    var received: [UInt8] = []
    while try reader.read(upTo: 10_000, appendingTo: &received) > 0 {}
    #expect(received == sent)
  }
}
