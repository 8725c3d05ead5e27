import SizeTrees
import SystemCalls
import Testing

@testable import SizeTracking

/// Which thread of a scan does what.
@Suite("Scan queues")
struct ScanQueueTests {
  private let handle: DirectoryHandle
  private let listing: SharedListing

  init() throws {
    let machine = FakeMachine()
    let root = try machine.open(FakeMachine.root)
    let status = try machine.status(of: root)
    let tree = SizeTree(root: status)
    handle = tree.handle(of: .root)
    listing = SharedListing(
      of: Listing.Subject(
        handle: handle, directory: root, status: status, watch: .unwanted, reach: .everything, opensDirectories: false,
        reportsEvents: true, omissions: nil, youngAfter: 0),
      salt: 0)
  }

  private var directory: ScanQueue.Directory { ScanQueue.Directory(handle: handle, way: .path, reach: .everything) }
  private var names: ScanQueue.Names { ScanQueue.Names(block: NameBlock(), listing: listing) }

  @Test("names of one directory go to as many threads as there are processors, and directories to all")
  func examiners() {
    var queue = ScanQueue(processors: 3)
    queue.helpers = 8
    for _ in 0..<5 { _ = queue.add(names) }
    _ = queue.add([directory, directory])
    var kinds: [ScanQueue.Kind] = []
    while let work = queue.take() { kinds.append(work.kind) }
    #expect(kinds == [.names, .names, .names, .directory, .directory])
    #expect(queue.waiting == 2 && !queue.isFinished)
    _ = queue.finish(.directory)
    let afterDirectory = queue.take()
    #expect(afterDirectory?.kind == nil)
    _ = queue.finish(.names)
    let afterNames = [queue.take()?.kind, queue.take()?.kind]
    #expect(afterNames == [.names, nil])
  }

  @Test("as many are woken as find something to do")
  func wakings() {
    var queue = ScanQueue(processors: 2)
    queue.helpers = 4
    var woken = [queue.add(Array(repeating: directory, count: 3)), queue.add(Array(repeating: directory, count: 30))]
    for _ in 0..<3 {
      woken.append(queue.add(names))
      _ = queue.take()
    }
    #expect(woken == [3, 4, 1, 1, 0])
  }

  @Test("the last piece to be done ends the scan, and not one that brought more")
  func end() {
    var queue = ScanQueue(processors: 2)
    _ = queue.add([directory])
    _ = queue.take()
    _ = queue.add(names)
    let isDoneWithDirectory = queue.finish(.directory)
    _ = queue.take()
    let isDoneWithNames = queue.finish(.names)
    #expect(!isDoneWithDirectory && isDoneWithNames && queue.isFinished)
    _ = queue.add([directory])
    queue.removeAll()
    #expect(queue.isFinished)
  }
}
