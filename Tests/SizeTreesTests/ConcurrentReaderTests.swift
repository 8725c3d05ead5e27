import SizeTrees
import Synchronization
import SystemCalls
import Testing

/// Readers take no lock: whatever they see while one thread edits has to be something that was true.
@Suite("Reading while another thread edits")
struct ConcurrentReaderTests {
  @Test("a reader sees only numbers that the directory had")
  func onlyTrueNumbers() async throws {
    let tree = SizeTree()
    let a = tree.add("a", inode: 2)
    let handle = tree.handle(of: a)
    let published = tree.published
    let wrong = try await wrongReadings {
      guard let usage = published.totals(of: handle) else { return false }
      return usage.allocatedBytes % 4096 == 0 && usage.files <= 8 && usage.directories == 1
    } during: { edit in
      tree.set("f\(edit % 8)", in: a, .file(UInt64(10 + edit % 8), bytes: UInt64(edit), blocks: UInt64(8 * edit)))
    }
    #expect(wrong == 0)
  }

  @Test("a reader never sees the numbers of another directory under its handle")
  func neverAnothers() async throws {
    let tree = SizeTree()
    let published = tree.published
    let latest = LatestHandle()
    // Of nothing, until there is a first one: the root's own numbers follow those of what is in it.
    latest.handle = DirectoryHandle(id: .root, generation: .max)
    // Every directory that takes the place has its generation in its size, and goes while it is read.
    let wrong = try await wrongReadings {
      let handle = latest.handle
      return (0..<10).allSatisfy { _ in
        guard let usage = published.totals(of: handle), usage.allocatedBytes != 0 else { return true }
        return usage.allocatedBytes / 512 == UInt64(handle.generation) + 1
      }
    } during: { edit in
      let id = tree.insertDirectory(named: [97], in: .root, .directory(UInt64(2 + edit), blocks: UInt64(edit + 1)))
      latest.handle = tree.handle(of: id)
      tree.detach(id)
      tree.discard(id)
    }
    #expect(wrong == 0)
  }

  @Test("a reader finds a directory at once when the tree grows into new memory")
  func growingTree() async throws {
    let tree = SizeTree()
    let published = tree.published
    let latest = LatestHandle()
    let wrong = try await wrongReadings {
      published.totals(of: latest.handle) != nil
    } during: { edit in
      latest.handle = tree.handle(of: tree.add("\(edit)", inode: UInt64(2 + edit)))
    }
    #expect(wrong == 0)
  }

  /// Reads on another thread, as long as this one edits, and edits until both have done enough.
  /// - Returns: how many readings were not as they should be.
  private func wrongReadings(
    _ isRight: @escaping @Sendable () -> Bool, during edit: (_ number: Int) -> Void
  ) async throws -> Int {
    let progress = Progress()
    let (results, result) = AsyncStream.makeStream(of: Int.self)
    try DedicatedThread.start(named: "reader") {
      var wrong = 0
      while !progress.isDone.load(ordering: .acquiring) {
        if !isRight() { wrong += 1 }
        progress.readings.add(1, ordering: .relaxed)
      }
      result.yield(wrong)
      result.finish()
    }
    var number = 0
    while number < 10_000 || progress.readings.load(ordering: .relaxed) < 1_000 {
      edit(number)
      number += 1
    }
    progress.isDone.store(true, ordering: .releasing)
    return await results.reduce(0, +)
  }
}

private final class Progress: Sendable {
  let isDone = Atomic<Bool>(false)
  let readings = Atomic<Int>(0)
}

/// The handle that was made last, which at first is one of no directory but the root.
private final class LatestHandle: Sendable {
  private let latest = Mutex(DirectoryHandle(id: .root, generation: 0))

  var handle: DirectoryHandle {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}
