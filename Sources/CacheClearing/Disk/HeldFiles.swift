internal import ByteCounts
package import SystemCalls

/// Deleted files that take up space for as long as someone has them open or mapped.
package struct HeldFiles: Sendable {
  package private(set) var bytes: [FileIdentity: UInt64] = [:]

  private static let mark = Array(" (deleted)".utf8)

  /// None.
  package init() {}

  /// Those whose last name was below a directory. Costs a system call for each open file on the machine. Nil when the
  /// caller may not look into every process: users other than root seldom may.
  package init?(below root: BytePath) {
    guard let processes = try? BytePath("/proc").names(), processes.contains(Array("1".utf8)) else { return nil }
    for process in processes where process.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      let place = BytePath("/proc").appending(process)
      let files = place.appending("fd")
      do throws(Errno) {
        try collect(files, files.names(), below: root)
      } catch .noSuchFile, .noSuchProcess {
        // Processes end.
      } catch {
        return nil
      }
      // What is mapped only is rare, and counts where the kernel shows it; it may refuse that to root too.
      try? collect(place.appending("map_files"), Self.deletedMappings(of: place), below: root)
    }
  }

  /// The names in `map_files` of what has no name any more: a look at each would take longer than this text.
  private static func deletedMappings(of process: BytePath) throws(Errno) -> [[UInt8]] {
    try ProcFile.read(process.appending("maps"), limit: 64 << 20)
      .split(separator: UInt8(ascii: "\n"))
      .filter { $0.hasSuffix(mark) }
      .map { Array($0.prefix { $0 != UInt8(ascii: " ") }) }
  }

  private mutating func collect(_ table: BytePath, _ names: [[UInt8]], below root: BytePath) throws(Errno) {
    guard !names.isEmpty else { return }
    let directory = try Descriptor.open(table.bytes, [.directory])
    defer { directory.close() }
    let inside = root.bytes + [UInt8(ascii: "/")]
    for name in names {
      guard let target = try? directory.readLink(name), target[...].hasSuffix(Self.mark),
        target.starts(with: inside) || target == root.bytes + Self.mark,
        let status = try? Descriptor.statusFollowing(table.appending(name).bytes), status.links == 0
      else { continue }
      bytes[status.identity] = status.allocatedBytes
    }
  }

  /// The bytes of those that were not held before; saturates.
  func total(without earlier: HeldFiles) -> UInt64 {
    bytes.filter { earlier.bytes[$0.key] == nil }.values.saturatingSum
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(endIndex - suffix.count)...].elementsEqual(suffix)
  }
}
