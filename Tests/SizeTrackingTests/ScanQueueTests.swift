import SizeTrees
import SystemCalls
import TestSupport
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
    for _ in 0..<8 { queue.join() }
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

  @Test("as many are woken as find something to do, beside the one that brings it")
  func wakings() {
    var queue = ScanQueue(processors: 2)
    for _ in 0..<4 { queue.join() }
    var woken = [queue.add(Array(repeating: directory, count: 3)), queue.add(Array(repeating: directory, count: 30))]
    for _ in 0..<3 {
      woken.append(queue.add(names))
      _ = queue.take()
    }
    #expect(woken == [2, 4, 1, 1, 0])
  }

  @Test("no helper sleeps while something waits that no one has been woken for")
  func sleepers() {
    var random = SeededGenerator(seed: Seed.announced(for: "scan queue"))
    for _ in 0..<60 { playOut(&random) }
  }

  private func playOut(_ random: inout SeededGenerator) {
    var queue = ScanQueue(processors: 3)
    let helpers = 6
    for _ in 0..<helpers { queue.join() }
    var (working, awake, asleep) = ([ScanQueue.Kind](), helpers, 0)
    _ = queue.add([directory])
    var budget = 400
    while !working.isEmpty || awake > 0 {
      if awake > 0, working.isEmpty || Bool.random(using: &random) {
        awake -= 1
        if let work = queue.take() { working.append(work.kind) } else { asleep += 1 }
      } else {
        let index = Int.random(in: working.indices, using: &random)
        if budget > 0, Bool.random(using: &random) {
          let count = Int.random(in: 1...4, using: &random)
          budget -= count
          let isNames = Bool.random(using: &random)
          let woken = isNames ? queue.add(names) : queue.add(Array(repeating: directory, count: count))
          (awake, asleep) = (awake + min(woken, asleep), asleep - min(woken, asleep))
          // Who has read names goes on reading; who has listed a directory is done with it.
          if isNames { continue }
        }
        // In one step with looking for the next, as each helper does.
        _ = queue.finish(working.remove(at: index))
        if let work = queue.take() { working.append(work.kind) } else { asleep += 1 }
      }
      var rest = queue
      var takeable = 0
      while rest.take() != nil { takeable += 1 }
      #expect(asleep == 0 || takeable <= awake, "\(takeable) wait, \(awake) come, \(asleep) sleep")
    }
    #expect(queue.isFinished && asleep == helpers)
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
