import CacheClearing
import SystemCalls

/// Deleters that ask the disk as the clearer does, by descriptors only, and make the wrong thing of its refusals: what
/// failing calls are good for shows on them.
enum CarelessDeleter: CaseIterable {
  /// Takes a listing that fails for one that is over.
  case takingFailureForEnd
  /// Deletes what it can, and minds nothing else.
  case passingOverFailures
  /// Makes an interrupted call again, however often.
  case repeatingInterrupted

  /// What it says at its end.
  enum Answer { case done, failed, never }

  /// Stands for no end at all: more than any patience.
  private struct Endless: Error {}
  private static let patience = 10_000

  func clear(_ root: BytePath, on disk: any ClearingDisk) throws -> Answer {
    let top = try Descriptor.open(root.bytes, [.directory])
    defer { top.close() }
    do {
      try clear(top, disk)
      return .done
    } catch is Endless {
      return .never
    } catch {
      return .failed
    }
  }

  private func clear(_ directory: Descriptor, _ disk: any ClearingDisk) throws {
    for name in try names(in: directory, disk) {
      do {
        guard try repeating({ try disk.details(of: name, in: directory).kind }) == .directory else {
          try repeating { try disk.removeFile(name, in: directory) }
          continue
        }
        let inner = try repeating { try disk.openDirectory(name, in: directory) }
        defer { disk.close(inner) }
        try clear(inner, disk)
        try repeating { try disk.removeDirectory(name, in: directory) }
      } catch _ where self == .passingOverFailures {}
    }
  }

  private func names(in directory: Descriptor, _ disk: any ClearingDisk) throws -> [[UInt8]] {
    var names: [[UInt8]] = []
    var block = NameBlock()
    do {
      while try repeating({ try disk.readNames(from: directory, into: &block) }) {
        names += block.names.map(block.bytes(of:))
      }
    } catch _ where self == .takingFailureForEnd {}
    return names
  }

  private func repeating<Result>(_ call: () throws -> Result) throws -> Result {
    for _ in 0..<Self.patience {
      do {
        return try call()
      } catch let error as Errno where error == .interrupted && self == .repeatingInterrupted {}
    }
    throw Endless()
  }
}
