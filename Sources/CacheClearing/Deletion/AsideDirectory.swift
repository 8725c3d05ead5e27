internal import SystemCalls

/// A directory in the root, that only its owner can enter, to which everything is moved at once: programs see an empty
/// cache while its old contents are being deleted.
struct AsideDirectory {
  /// `.cachewatch-` and 16 hexadecimal digits: after a crash, the next clear deletes it as any other directory.
  let name: [UInt8]
  /// The names that could not be moved.
  private(set) var unmoved: Set<[UInt8]> = []
  /// Whether nothing else is left to delete; what programs make afterwards is their new cache.
  private(set) var isWhole = false

  private let root: Descriptor
  private let inside: Descriptor
  private let disk: PatientDisk

  /// How often the root is listed at most: programs go on making entries.
  private static let passLimit = 8

  /// Makes the directory and moves everything into it but some names.
  init(in root: Descriptor, on disk: PatientDisk, except silent: Set<[UInt8]>) throws(Errno) {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let name = Array(".cachewatch-\(String(repeating: "0", count: 16 - digits.count))\(digits)".utf8)
    self.name = name
    self.root = root
    self.disk = disk
    try disk.trying { disk throws(Errno) in try disk.makeDirectory(name, in: root) }
    inside = try disk.trying { disk throws(Errno) in try disk.openDirectory(name, in: root) }
    // What is not moved is deleted where it is.
    isWhole = (try? moveAll(except: silent)) != nil
  }

  private mutating func moveAll(except silent: Set<[UInt8]>) throws(Errno) {
    var block = NameBlock()
    for _ in 0..<Self.passLimit {
      var hasNews = false
      try rewind(root)
      while try readNames(root, &block) {
        for name in block.names.map(block.bytes(of:))
        where name != self.name && !silent.contains(name) && !unmoved.contains(name) {
          hasNews = true
          if !move(name, from: root, to: inside) { unmoved.insert(name) }
        }
      }
      if !hasNews { return }
    }
  }

  /// Gives back what could not be deleted, under its old name if that is free, and removes the directory if it is there
  /// still.
  func close() -> Obstacle? {
    defer { disk.disk.close(inside) }
    do throws(Errno) {
      try putBack()
      try disk.trying { disk throws(Errno) in try disk.removeDirectory(name, in: root) }
    } catch {
      // Gone already, with all that was in it. What cannot be put back is reported under its old name.
      return error == .noSuchFile || error == .notEmpty ? nil : Obstacle(error)
    }
    return nil
  }

  private func putBack() throws(Errno) {
    var block = NameBlock()
    try rewind(inside)
    while try readNames(inside, &block) {
      for name in block.names.map(block.bytes(of:)) { _ = move(name, from: inside, to: root) }
    }
  }

  private func move(_ name: [UInt8], from place: Descriptor, to other: Descriptor) -> Bool {
    do throws(Errno) {
      try disk.trying { disk throws(Errno) in try disk.move(name, in: place, to: other, as: name) }
      return true
    } catch {
      return error == .noSuchFile
    }
  }

  private func rewind(_ directory: Descriptor) throws(Errno) {
    try disk.trying { disk throws(Errno) in try disk.seek(directory, to: 0) }
  }

  private func readNames(_ directory: Descriptor, _ block: inout NameBlock) throws(Errno) -> Bool {
    try disk.trying { disk throws(Errno) in try disk.readNames(from: directory, into: &block) }
  }
}
