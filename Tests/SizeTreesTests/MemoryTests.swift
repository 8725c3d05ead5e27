import SizeTrees
import SystemCalls
import Testing

/// The budgets are those of a whole process; here only what the tree itself reserves.
@Suite("What a tree needs of memory")
struct MemoryTests {
  /// What a tree reserves for a file, its directories included.
  private func bytesPerFile(directories: Int, files: Int) -> Double {
    let tree = SizeTree()
    var waiting = [DirectoryID.root]
    var made = 1
    var next = 0
    while next < waiting.count {
      let share = files * (next + 1) / directories - files * next / directories
      let subdirectories = min(16, directories - made)
      let contents =
        (0..<share).map { ("file-\($0).o", FileStatus.file(UInt64(next * 1_000_000 + $0), bytes: 100, blocks: 8)) }
        + (0..<subdirectories).map { ("module-\($0)", FileStatus.directory(UInt64(1 << 40 + made + $0))) }
      waiting += tree.list(contents, in: waiting[next]).directories.map(\.handle.id)
      made += subdirectories
      next += 1
    }
    precondition(tree.files() == UInt32(files) && tree.usage().directories == UInt32(directories))
    return Double(tree.reservedBytes) / Double(files)
  }

  @Test("twenty files to a directory: 34 bytes a file")
  func twentyFiles() {
    #expect(bytesPerFile(directories: 2_500, files: 50_000) <= 34)
  }

  @Test("seven or eight files to a directory: 45 bytes a file")
  func sevenFiles() {
    #expect(bytesPerFile(directories: 6_700, files: 50_000) <= 45)
  }

  @Test("a hundred thousand files in one directory: 30 bytes a file")
  func oneDirectory() {
    #expect(bytesPerFile(directories: 1, files: 100_000) <= 30)
  }
}
