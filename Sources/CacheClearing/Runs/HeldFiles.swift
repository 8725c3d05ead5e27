internal import SystemCalls

/// Deleted files that take up space for as long as someone has them open or mapped.
///
/// Only what the kernel shows to the caller is known: a user other than root cannot look into other users' processes.
struct HeldFiles {
  private(set) var bytes: [FileIdentity: UInt64] = [:]

  private static let mark = Array(" (deleted)".utf8)

  /// Those whose last name was below a directory. Costs two system calls for each open file on the machine. Nil when
  /// `/proc` cannot be read.
  init?(below root: BytePath) {
    guard let processes = try? BytePath("/proc").names() else { return nil }
    for process in processes where process.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      let place = BytePath("/proc").appending(process)
      for table in ["fd", "map_files"] as [BytePath] {
        // Processes end, and other users' are closed to us.
        try? collect(place.appending(table), below: root)
      }
    }
  }

  private mutating func collect(_ table: BytePath, below root: BytePath) throws(Errno) {
    let directory = try Descriptor.open(table.bytes, [.directory])
    defer { directory.close() }
    let inside = root.bytes + [UInt8(ascii: "/")]
    var block = NameBlock()
    while try directory.readNames(into: &block) {
      for name in block.names.map(block.bytes(of:)) {
        guard let target = try? directory.readLink(name), target.hasSuffix(Self.mark),
          target.starts(with: inside) || target == root.bytes + Self.mark,
          let status = try? Descriptor.statusFollowing(table.appending(name).bytes), status.links == 0
        else { continue }
        bytes[status.identity] = status.allocatedBytes
      }
    }
  }

  /// The bytes of those that were not held before; saturates.
  func total(without earlier: HeldFiles) -> UInt64 {
    bytes.filter { earlier.bytes[$0.key] == nil }.values.reduce(0) { sum, bytes in
      let (next, overflow) = sum.addingReportingOverflow(bytes)
      return overflow ? .max : next
    }
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
