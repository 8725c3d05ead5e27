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
    let scan = try machine.scan(on: disk)
    scan.help()
    #expect(scan.tree.withTree { $0.checkInvariants() } == [])
    let usage = try #require(scan.tree.totals)
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

  /// A disk on which a file is seen under two names that are one, as when it is renamed during the listing.
  private final class DoublingDisk: ForwardingDisk {
    let machine: FakeMachine
    private let isDoubled = Monitor(false)
    private let whenExamined: @Sendable () -> Void

    /// - Parameter whenExamined: called when the doubled names have been asked about.
    init(_ machine: FakeMachine, _ whenExamined: @escaping @Sendable () -> Void) {
      self.machine = machine
      self.whenExamined = whenExamined
    }

    func readNames(from directory: OpenDirectory, into block: inout NameBlock) throws(Errno) -> Bool {
      let hasNames = try machine.readNames(from: directory, into: &block)
      let twice = Array("twice".utf8)
      guard block.names.contains(where: { block.bytes(of: $0) == twice }) else { return hasNames }
      if isDoubled.withLock({ $0 }) { return true }
      block.append(twice)
      return true
    }

    func statuses(
      of block: NameBlock, in directory: OpenDirectory, leavingOutDirectories: Bool,
      _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void
    ) {
      machine.statuses(of: block, in: directory, leavingOutDirectories: leavingOutDirectories, body)
      let twice = Array("twice".utf8)
      let isNews = isDoubled.withLock { isDoubled in
        guard !isDoubled, block.names.contains(where: { block.bytes(of: $0) == twice }) else { return false }
        isDoubled = true
        return true
      }
      if isNews { whenExamined() }
    }
  }

  @Test("a directory that is listed again because names collide is still the one that was opened")
  func collided() throws {
    for isReplaced in [false, true] {
      let machine = machine()
      machine.write("/inner/twice", blocks: 8)
      let disk = DoublingDisk(machine) {
        guard isReplaced else { return }
        machine.remove("/inner/twice")
        machine.remove("/inner/file")
        machine.remove("/inner")
        machine.makeDirectory("/inner")
        machine.write("/inner/another", blocks: 800)
      }
      let scan = try machine.scan(on: disk)
      scan.help()
      #expect(scan.findings.withLock { $0.displaced.count } == (isReplaced ? 1 : 0))
      #expect(scan.tree.totals?.files == (isReplaced ? 1 : 3))
    }
  }

  private static func change(_ machine: FakeMachine, _ isReplaced: Bool) {
    machine.remove("/other")
    if isReplaced { machine.write("/other", blocks: 16) }
  }
}
