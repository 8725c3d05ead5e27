import Glibc
import SystemCalls
import TestSupport

/// One tree of a series, and the change that is made in it again and again.
final class GrowthTree {
  enum Change {
    /// A file comes, or goes again, in a directory.
    case name(in: BytePath)
    /// A file grows by a block.
    case size(of: BytePath)
  }

  let size: Int
  let root: BytePath
  /// Entries and the sum of their depths.
  let work: Double
  private let change: Change
  private var isFileThere = false
  /// Removes the tree when it goes.
  private let owner: AnyObject

  init(_ size: Int, _ root: BytePath, owner: AnyObject, change: Change) throws {
    self.size = size
    self.root = root
    self.owner = owner
    self.change = change
    let depths = try Subprocess.output(of: "find", [root, "-printf", "%d\\n"]).split(separator: UInt8(ascii: "\n"))
    work = depths.reduce(0.0) { $0 + 1 + (Double(String(decoding: $1, as: UTF8.self)) ?? 0) }
  }

  /// What the work may grow with.
  var allowance: Double { work * log2(max(2, work)) }

  /// Changes the tree a little.
  func makeChange() throws {
    switch change {
    case .name(let directory):
      let file = directory.appending("comes-and-goes")
      if isFileThere { try FileChanges.removeFile(file) } else { try FileChanges.makeFile(file, permissions: 0o644) }
      isFileThere.toggle()
    case .size(let file):
      let descriptor = open(file.string, O_WRONLY | O_APPEND | O_CLOEXEC)
      let block = [UInt8](repeating: 0x5A, count: 4096)
      guard descriptor >= 0, write(descriptor, block, block.count) == block.count, close(descriptor) == 0 else {
        throw Errno.current
      }
    }
  }
}
