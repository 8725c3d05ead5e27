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
}
