internal import Glibc
internal import Synchronization

/// A directory's numbers as any thread may read them.
package struct PublishedUsage: Hashable, Sendable {
  /// Bytes on disk of the directory and everything below it; saturates.
  package var allocatedBytes: UInt64
  /// Lengths of the files and symbolic links below; saturates.
  package var apparentBytes: UInt64
  /// Distinct inodes below that are not directories.
  package var files: UInt32
  /// Directories, with the directory itself.
  package var directories: UInt32
  /// What keeps the numbers from being certain, as the owner's bits.
  package var reasons: UInt16
}

/// The numbers of all directories, where any thread reads them without waiting while one thread changes them.
///
/// Rows never move: they lie in chunks of doubling size, whose addresses are written once.
@safe
package final class PublishedTotals: Sendable {
  /// 32 bytes a directory. All zeros is a valid row.
  struct Row: ~Copyable {
    let allocatedBytes = Atomic<UInt64>(0)
    let apparentBytes = Atomic<UInt64>(0)
    let files = Atomic<UInt32>(0)
    let directories = Atomic<UInt32>(0)
    let generation = Atomic<UInt32>(0)
    let reasons = Atomic<UInt16>(0)
  }

  private let structure = Atomic<UInt64>(0)

  /// Another number whenever a path may lead to another directory: one was made, renamed, moved or removed.
  package var structureRevision: UInt64 { structure.load(ordering: .relaxed) }

  func structureChanges() { structure.add(1, ordering: .relaxed) }

  private static let firstChunkBits = 8
  private static let chunkCount = 24

  /// Where the chunks' addresses are, each 0 until it is needed. A number, because a pointer is not `Sendable`.
  private let chunks: UInt

  init() {
    let table = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Self.chunkCount)
    for chunk in 0..<Self.chunkCount { unsafe (table + chunk).initialize(to: Atomic(0)) }
    chunks = UInt(bitPattern: table)
  }

  deinit {
    for chunk in 0..<Self.chunkCount {
      unsafe free(UnsafeMutableRawPointer(bitPattern: unsafe address(of: chunk).pointee.load(ordering: .relaxed)))
    }
    unsafe address(of: 0).deallocate()
  }

  private func address(of chunk: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    guard let table = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: chunks) else {
      preconditionFailure("the table lives as long as this object")
    }
    return unsafe table + chunk
  }

  private func place(of id: DirectoryID) -> (chunk: Int, offset: Int) {
    let number = id.index + 1 << Self.firstChunkBits
    let bits = Int.bitWidth - 1 - number.leadingZeroBitCount
    return (bits - Self.firstChunkBits, number - 1 << bits)
  }

  /// Makes sure that a directory has a row.
  func reserve(_ id: DirectoryID) {
    let chunk = place(of: id).chunk
    guard unsafe address(of: chunk).pointee.load(ordering: .relaxed) == 0 else { return }
    let rows = 1 << (chunk + Self.firstChunkBits)
    // Zeroed pages cost memory only when they are written to.
    guard let memory = unsafe calloc(rows, MemoryLayout<Row>.stride) else {
      preconditionFailure("out of memory")
    }
    unsafe address(of: chunk).pointee.store(UInt(bitPattern: memory), ordering: .releasing)
  }

  /// Lends a directory's row; nil when it never had one.
  func withRow<Result>(_ id: DirectoryID, _ body: (borrowing Row) -> Result) -> Result? {
    let (chunk, offset) = place(of: id)
    guard chunk < Self.chunkCount else { return nil }
    let base = unsafe address(of: chunk).pointee.load(ordering: .acquiring)
    guard let rows = unsafe UnsafeMutablePointer<Row>(bitPattern: base) else { return nil }
    return unsafe body(rows[offset])
  }

  /// The numbers of a directory; nil when it is gone. Wait-free: a few loads.
  ///
  /// Each number is whole; two of them may come from before and after an edit.
  package func totals(of handle: DirectoryHandle) -> PublishedUsage? {
    let usage = withRow(handle.id) { row -> PublishedUsage? in
      guard row.generation.load(ordering: .acquiring) == handle.generation else { return nil }
      let usage = PublishedUsage(
        allocatedBytes: row.allocatedBytes.load(ordering: .relaxed),
        apparentBytes: row.apparentBytes.load(ordering: .relaxed),
        files: row.files.load(ordering: .relaxed),
        directories: row.directories.load(ordering: .relaxed),
        reasons: row.reasons.load(ordering: .relaxed))
      // Not if the directory went, and another took its row, while it was read.
      atomicMemoryFence(ordering: .acquiring)
      return row.generation.load(ordering: .relaxed) == handle.generation ? usage : nil
    }
    return usage ?? nil
  }
}
