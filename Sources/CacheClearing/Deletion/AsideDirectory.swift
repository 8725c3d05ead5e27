internal import SystemCalls

/// A directory in the root, that only its owner can enter, to which everything is moved at once: programs see an empty
/// cache while its old contents are being deleted.
struct AsideDirectory {
  /// `.cachewatch-` and 16 hexadecimal digits: after a crash, the next clear deletes it as any other directory.
  let name: [UInt8]
  let identity: EntryIdentity
  /// The names that are not moved, and so deleted where they are.
  private(set) var unmoved: Set<[UInt8]> = []
  /// Whether nothing else is left to delete; what programs make afterwards is their new cache.
  private(set) var isWhole = false

  let root: Descriptor
  let inside: Descriptor
  let disk: PatientDisk
  let signals: RunSignals

  /// How often the root is listed at most: programs go on making entries.
  private static let passLimit = 8
  private static let prefix = Array(".cachewatch-".utf8)
  private static let digits = 16

  /// Makes the directory and moves everything into it but some names.
  init(
    in root: Descriptor, on disk: PatientDisk, except silent: Set<[UInt8]>, signals: RunSignals
  ) throws(Errno) {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    let name = Self.prefix + Array((String(repeating: "0", count: Self.digits - number.count) + number).utf8)
    try disk.trying { disk throws(Errno) in try disk.makeDirectory(name, in: root) }
    let inside = try disk.trying { disk throws(Errno) in try disk.openDirectory(name, in: root) }
    do throws(Errno) {
      let details = try disk.trying { disk throws(Errno) in try disk.details(of: inside) }
      // Whoever owns the root can have put another one in its place.
      guard details.owner == UserAccount.identifier, details.permissions & 0o777 == 0o700 else { throw .notPermitted }
      identity = details.identity
    } catch {
      disk.disk.close(inside)
      throw error
    }
    (self.name, self.root, self.inside, self.disk, self.signals) = (name, root, inside, disk, signals)
    // What is not moved is deleted where it is.
    isWhole = (try? moveAll(except: silent)) != nil
  }

  /// Whether a name is one that another clear may be working on: it is left where that clear looks for it, so that the
  /// two of them delete it together.
  private static func isAside(_ name: [UInt8]) -> Bool {
    name.count == prefix.count + digits && name.starts(with: prefix)
  }

  private mutating func moveAll(except silent: Set<[UInt8]>) throws(Errno) {
    var block = NameBlock()
    for _ in 0..<Self.passLimit {
      var hasNews = false
      try rewind(root)
      while try readNames(root, &block) {
        signals.publishProgress()
        for name in block.names.map(block.bytes(of:))
        where name != self.name && !silent.contains(name) && !unmoved.contains(name) {
          if signals.isCancelled { return }
          hasNews = true
          if Self.isAside(name) || move(name, from: root, to: inside) == .stays { unmoved.insert(name) }
        }
      }
      if !hasNews { return }
    }
  }

  enum Outcome { case isThere, isGone, stays }

  func move(_ name: [UInt8], from place: Descriptor, to other: Descriptor) -> Outcome {
    do throws(Errno) {
      try disk.trying { disk throws(Errno) in try disk.move(name, in: place, to: other, as: name) }
      return .isThere
    } catch .noSuchFile {
      // That is also said when the place to move to has been deleted.
      return isAbsent(name, in: place) ? .isGone : .stays
    } catch {
      return .stays
    }
  }

  private func isAbsent(_ name: [UInt8], in place: Descriptor) -> Bool {
    do throws(Errno) {
      _ = try disk.trying { disk throws(Errno) in try disk.details(of: name, in: place) }
      return false
    } catch {
      return error == .noSuchFile
    }
  }

  func rewind(_ directory: Descriptor) throws(Errno) {
    try disk.trying { disk throws(Errno) in try disk.seek(directory, to: 0) }
  }

  func readNames(_ directory: Descriptor, _ block: inout NameBlock) throws(Errno) -> Bool {
    try disk.trying { disk throws(Errno) in try disk.readNames(from: directory, into: &block) }
  }
}
