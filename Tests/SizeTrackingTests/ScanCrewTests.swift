import SizeTrees
import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking

@Suite("Scans by several threads")
struct ScanCrewTests {
  /// A disk that gives a few names at a time, as a kernel does of a directory with very many.
  private final class BlockwiseDisk: ForwardingDisk {
    let machine: FakeMachine
    private let unread = Monitor<[Int32: [[UInt8]]]>([:])
    private static let blockSize = 7

    init(_ machine: FakeMachine) { self.machine = machine }

    func readNames(from directory: OpenDirectory, into block: inout NameBlock) throws(Errno) -> Bool {
      let number = directory.descriptor.rawValue
      var names = unread.withLock { $0[number] ?? [] }
      if names.isEmpty {
        guard try machine.readNames(from: directory, into: &block) else { return false }
        names = block.names.map { block.bytes(of: $0) }
      }
      block.removeAll()
      for name in names.prefix(Self.blockSize) { block.append(name) }
      unread.withLock { $0[number] = Array(names.dropFirst(Self.blockSize)) }
      return true
    }
  }

  @Test("whoever examines which names, each counts once, and the scan ends", arguments: [1, 2, 8])
  func totals(threads: Int) throws {
    var random = SeededGenerator(seed: Seed.announced(for: "a scan by \(threads)"))
    for _ in 0..<30 {
      let machine = FakeMachine()
      func fill(_ directory: String, _ count: Int) {
        for number in 0..<count {
          machine.write(BytePath("\(directory)/file-\(number)"), blocks: .random(in: 0...64, using: &random))
        }
      }
      fill("", .random(in: 100...500, using: &random))
      for number in 0..<Int.random(in: 1...30, using: &random) {
        machine.makeDirectory(BytePath("/\(number)"))
        fill("/\(number)", .random(in: 0...40, using: &random))
      }
      let alone = try Self.totals(on: machine, of: machine) { $0.help() }
      let together = try Self.totals(on: BlockwiseDisk(machine), of: machine) { ScanCrew(for: $0, size: threads).run() }
      #expect(alone == together && alone?.files ?? 0 >= 100)
    }
  }

  /// A disk that has its callers wait at first, and then until several of them are there.
  private final class ColdDisk: ForwardingDisk {
    struct Callers {
      var calls = 0
      var inside = 0
      var largest = 0
    }

    let machine: FakeMachine
    let callers = Monitor(Callers())
    private let goal: Int

    init(_ machine: FakeMachine, goal: Int) {
      self.machine = machine
      self.goal = goal
    }

    func status(of directory: OpenDirectory) throws(Errno) -> FileStatus {
      let isEarly = callers.withLock { callers in
        callers.calls += 1
        return callers.calls <= 200
      }
      if isEarly {
        DedicatedThread.pause(milliseconds: 1)
      } else {
        callers.signal { callers in
          callers.inside += 1
          callers.largest = max(callers.largest, callers.inside)
        }
        _ = callers.wait(until: .now + .seconds(30)) { $0.largest >= goal ? true : nil }
        callers.withLock { $0.inside -= 1 }
      }
      return try machine.status(of: directory)
    }
  }

  private func machineWithDirectories(_ count: Int) -> FakeMachine {
    let machine = FakeMachine()
    for number in 0..<count { machine.makeDirectory(BytePath("/\(number)")) }
    return machine
  }

  @Test("those who wait for the disk are joined by others, up to eight")
  func reinforcement() throws {
    let machine = machineWithDirectories(600)
    let disk = ColdDisk(machine, goal: 6)
    let crew = ScanCrew(for: try machine.scan(on: disk), size: 2)
    crew.run()
    #expect(disk.callers.withLock { $0.largest } >= 6)
    #expect(crew.memberCount <= 8)
  }

  @Test("one who waits for nothing calls no others")
  func alone() throws {
    let machine = machineWithDirectories(600)
    let crew = ScanCrew(for: try machine.scan(on: machine), size: 1)
    crew.run()
    // Other tests in the process may hold a lock of the allocator now and then.
    #expect(crew.memberCount <= 3)
  }

  private static func totals(
    on disk: any Disk, of machine: FakeMachine, _ run: (Scan) -> Void
  ) throws -> PublishedUsage? {
    let scan = try machine.scan(on: disk)
    run(scan)
    #expect(scan.tree.withTree { $0.checkInvariants() } == [])
    return scan.tree.totals
  }
}
