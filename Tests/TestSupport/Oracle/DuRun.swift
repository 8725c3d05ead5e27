package import SystemCalls

/// One run of the real `du`.
package enum DuRun {
  package enum Unit: Sendable {
    case allocatedBytes, inodes

    fileprivate var option: BytePath { self == .allocatedBytes ? "-B1" : "--inodes" }
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The directory's own `du -s`.
  package static func total(of directory: BytePath, in unit: Unit) throws -> UInt64 {
    let lines = try run(["-s", "-0", unit.option, directory], below: directory)
    guard lines.count == 1, let line = lines.first else {
      throw Failure(description: "du -s printed \(lines.count) lines for '\(directory)'")
    }
    return line.value
  }

  /// What one `du` over the tree prints for each directory, by path below the root.
  ///
  /// An inode with several names counts in this run only where `du` met it first, so the number of a directory is its
  /// own `du -s` only where no such inode has a name below it.
  package static func numbers(below root: BytePath, in unit: Unit) throws -> [BytePath: UInt64] {
    let lines = try run(["-0", unit.option, root], below: root)
    return Dictionary(lines.map { ($0.path, $0.value) }, uniquingKeysWith: { (_, last) in last })
  }

  private static func run(_ arguments: [BytePath], below root: BytePath) throws -> [(
    path: BytePath, value: UInt64
  )] {
    // `du` gets no environment but PATH and the locale: BLOCK_SIZE and its kind would change the unit.
    let output = try Subprocess.output(of: "du", arguments)
    return try output.split(separator: 0).map { (record) in
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")),
        let value = UInt64(String(decoding: record[..<tab], as: UTF8.self))
      else { throw Failure(description: "du printed '\(Array(record).printable)'") }
      let path = record[(tab + 1)...]
      guard path.starts(with: root.bytes) else {
        throw Failure(description: "du printed '\(Array(path).printable)', which is not below '\(root)'")
      }
      return (
        BytePath(bytes: Array(path.dropFirst(root.bytes.count).drop { $0 == UInt8(ascii: "/") })), value
      )
    }
  }
}
