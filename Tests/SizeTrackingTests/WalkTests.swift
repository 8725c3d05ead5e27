import SizeTrees
import Synchronization
import SystemCalls
import Testing

@testable import SizeTracking

/// A walk, and a first scan, open the directories that they list before they ask anything about them.
@Suite("Walks")
struct WalkTests {
  private struct Count: Hashable {
    var allocatedBytes: UInt64
    var files: UInt32
    var directories: UInt32
  }

  private func machine() -> FakeMachine {
    let machine = FakeMachine()
    machine.makeDirectory("/inner")
    machine.write("/inner/file", blocks: 24)
    machine.makeDirectory("/other")
    machine.write("/file", blocks: 8)
    return machine
  }

  private func walk(_ disk: any Disk, on machine: FakeMachine) throws -> Count {
    let status = try machine.status(of: machine.open(FakeMachine.root))
    let tree = TrackedTree(
      root: FakeMachine.root, status: status, disk: disk, exclusions: Exclusions(globs: [], device: nil))
    let scan = Scan(of: tree, watches: nil, isFirst: true)
    scan.add(tree.withTree { $0.handle(of: .root) }, .everything)
    scan.help()
    let totals = tree.withTree { tree in
      #expect(tree.checkInvariants() == [])
      return tree.published.totals(of: tree.handle(of: .root))
    }
    let usage = try #require(totals)
    return Count(allocatedBytes: usage.allocatedBytes, files: usage.files, directories: usage.directories)
  }

  @Test("a directory that may not be read counts with its own size")
  func unreadable() throws {
    let machine = machine()
    machine.state.withLock { state in
      if let number = try? state.find(["inner"].map { Array($0.utf8) }) { state.inodes[number]?.isReadable = false }
    }
    #expect(try walk(machine, on: machine) == Count(allocatedBytes: (8 + 8 + 8 + 8) * 512, files: 1, directories: 3))
  }

  @Test("a directory that goes, or becomes a file, before any call counts as before or as after")
  func replaced() throws {
    for isReplaced in [false, true] {
      let before = try walk(machine(), on: machine())
      let changed = machine()
      Self.change(changed, isReplaced)
      let after = try walk(changed, on: changed)
      var seen: Set<Count> = []
      for position in 1... {
        let machine = machine()
        let disk = InterruptedDisk(machine, before: position) { Self.change(machine, isReplaced) }
        var count = try walk(disk, on: machine)
        guard disk.wasInterrupted else { break }
        // The root's own size, which is another with one entry less, was read before its entries were.
        if !isReplaced {
          count.allocatedBytes = count.directories == before.directories ? before.allocatedBytes : after.allocatedBytes
        }
        #expect([before, after].contains(count), "before call \(position)")
        seen.insert(count)
      }
      #expect(seen == [before, after])
    }
  }

  private static func change(_ machine: FakeMachine, _ isReplaced: Bool) {
    machine.remove("/other")
    if isReplaced { machine.write("/other", blocks: 16) }
  }
}
