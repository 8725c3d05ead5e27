import SizeTrees
import SystemCalls

/// What is in a directory and below it, counted as `du` counts: by walking, and each inode once.
struct ModelCount {
  private var directories: [ModelDirectory] = []
  private var inodes: [FileIdentity: ModelInode] = [:]
  private var reasons: UInt16 = 0

  init(of top: ModelDirectory) {
    visit(top)
  }

  private mutating func visit(_ directory: ModelDirectory) {
    directories.append(directory)
    reasons |= directory.reasons
    for (_, entry) in directory.entries {
      switch entry {
      case .file(let inode): inodes[inode.identity] = inode
      case .directory(let child): visit(child)
      }
    }
  }

  func matches(_ usage: PublishedUsage) -> Bool {
    usage.allocatedBytes == allocatedBytes && usage.apparentBytes == apparentBytes
      && usage.files == UInt32(inodes.count) && usage.directories == UInt32(directories.count)
      && usage.reasons == reasons
  }

  private var allocatedBytes: UInt64 {
    (directories.map(\.status) + inodes.values.map(\.status)).reduce(0) { $0.addingSaturated($1.allocatedBytes) }
  }

  private var apparentBytes: UInt64 {
    inodes.values.reduce(0) { $0.addingSaturated($1.kind == .other ? 0 : $1.sizeBytes) }
  }
}

extension ModelCount: CustomStringConvertible {
  var description: String {
    "\(allocatedBytes) allocated, \(apparentBytes) apparent, \(inodes.count) files, \(directories.count) directories"
  }
}

extension UInt64 {
  fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
