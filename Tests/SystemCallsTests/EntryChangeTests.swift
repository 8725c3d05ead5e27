import SystemCalls
import TestSupport
import Testing

@Suite("Changes of a directory's entries")
struct EntryChangeTests {
  private let name = Array("name".utf8)

  private func inDirectory(_ body: (Descriptor, BytePath) throws -> Void) throws {
    try TemporaryDirectory.use { root in
      let directory = try Descriptor.open(root.bytes, [.directory])
      defer { directory.close() }
      try body(directory, root)
    }
  }

  @Test("a path below a directory follows no link and leads neither up nor into a mount")
  func beneath() throws {
    try inDirectory { directory, root in
      try directory.makeDirectory(name, permissions: 0o700)
      let inner = try directory.openBeneath(name, [.directory])
      inner.close()
      try Subprocess.output(of: "ln", ["-s", "name", root.appending("link")])
      #expect(throws: Errno.symbolicLinkLoop) { try directory.openBeneath(Array("link".utf8), [.directory]) }
      #expect(throws: Errno.crossDevice) { try directory.openBeneath(Array("..".utf8), [.directory]) }
      let top = try Descriptor.open([UInt8(ascii: "/")], [.directory])
      defer { top.close() }
      #expect(throws: Errno.crossDevice) { try top.openBeneath(Array("proc".utf8), [.directory]) }
    }
  }

  @Test("a directory is removed as a directory only, and a file as a file only")
  func removal() throws {
    try inDirectory { directory, root in
      try directory.makeDirectory(name, permissions: 0o700)
      #expect(throws: Errno.isDirectory) { try directory.removeFile(name) }
      try directory.removeDirectory(name)
      try FileChanges.makeFile(root.appending("name"), permissions: 0o600)
      #expect(throws: Errno.notDirectory) { try directory.removeDirectory(name) }
      try directory.removeFile(name)
      #expect(throws: Errno.noSuchFile) { try directory.removeFile(name) }
    }
  }

  @Test("a move replaces nothing")
  func moves() throws {
    try inDirectory { directory, root in
      try FileChanges.makeFile(root.appending("name"), permissions: 0o600)
      try FileChanges.makeFile(root.appending("other"), permissions: 0o600)
      #expect(throws: Errno.fileExists) { try directory.move(name, to: directory, as: Array("other".utf8)) }
      try directory.move(name, to: directory, as: Array("new".utf8))
      #expect(try Set(root.names()) == [Array("new".utf8), Array("other".utf8)])
    }
  }

  @Test("a lock that another descriptor holds is noticed, and asking leaves none")
  func locks() throws {
    try inDirectory { directory, root in
      try directory.probeLock()
      let holder = try Subprocess(
        "flock", [root, "sh", "-c", "echo held; cat"], input: .pipe, output: .pipe)
      #expect(try holder.nextLine() != nil)
      #expect(throws: Errno.wouldBlock) { try directory.probeLock() }
      holder.closeInput()
      _ = try holder.wait()
      try directory.probeLock()
    }
  }

  @Test("a listing goes on where a block ended, with another descriptor too, and says what entries are")
  func positions() throws {
    try inDirectory { directory, root in
      try directory.makeDirectory(Array("directory".utf8), permissions: 0o700)
      for number in 0..<3000 {
        try FileChanges.makeFile(root.appending(BytePath("file-with-a-long-name-\(number)")), permissions: 0o644)
      }
      var block = NameBlock()
      var names: Set<[UInt8]> = []
      var (position, directories) = (Int64(0), 0)
      while true {
        let again = try Descriptor.open(root.bytes, [.directory])
        defer { again.close() }
        try again.seek(to: position)
        guard try again.readNames(into: &block) else { break }
        for name in block.names {
          #expect(names.insert(block.bytes(of: name)).inserted)
          if name.kind == .directory { directories += 1 }
        }
        position = block.end
      }
      #expect(names.count == 3001)
      #expect(directories == 1)
    }
  }
}
