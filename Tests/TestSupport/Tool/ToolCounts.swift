internal import Foundation
package import SystemCalls

/// What `cachewatch size --json` printed about the directories of a tree.
package struct ToolCounts {
  package private(set) var counts: [BytePath: DiskCount] = [:]
  /// Lines that are not from a watcher, or not as good as they should be.
  package private(set) var complaints: [String] = []

  private struct Usage: Decodable {
    var event: String
    var path: String
    var path_base64: String?
    var allocated_bytes: UInt64
    var apparent_bytes: UInt64
    var files: Int
    var directories: Int
    var state: String
    var source: String
  }

  /// Reads the lines, each of which has to come from a watcher whose answer is `live`.
  package init(lines: [UInt8], root: BytePath) throws {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      let usage = try JSONDecoder().decode(Usage.self, from: Data(line))
      let path =
        usage.path_base64.flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? Array(usage.path.utf8)
      guard path.starts(with: root.bytes) else {
        complaints.append("'\(path.printable)' is not below the root")
        continue
      }
      let relative = BytePath(bytes: Array(path.dropFirst(root.bytes.count).drop { $0 == UInt8(ascii: "/") }))
      if usage.event != "usage" || usage.source != "live" || usage.state != "live" {
        complaints.append("'\(relative)': \(usage.event), source \(usage.source), state \(usage.state)")
      }
      let count = DiskCount(
        allocatedBytes: usage.allocated_bytes, apparentBytes: usage.apparent_bytes, files: usage.files,
        directories: usage.directories)
      if counts.updateValue(count, forKey: relative) != nil {
        complaints.append("'\(relative)' is printed twice")
      }
    }
  }

  /// Compares with the disk as it is now.
  package func comparison(below root: BytePath) throws -> Comparison {
    Comparison(expected: try DiskOracle.count(below: root), found: counts, complaints: complaints)
  }
}
