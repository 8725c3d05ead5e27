internal import CTestSupport
internal import Glibc
internal import SystemCalls

/// Changes to whole directories, inside the tree and over its border.
extension Workload {
  /// Directories in directories as fast as they can be made, each with a file.
  mutating func makeChain() throws(Errno) {
    var place = try place()
    for _ in 0...number(below: 5) {
      let name = directoryName()
      do { try place.makeDirectory(name) } catch .fileExists {}
      place = try WorkDirectory(name, in: place)
      try WorkFile(fileName(), in: place, .creating).write(length(), at: 0)
    }
  }

  /// A directory with so many long names that it needs blocks of its own.
  mutating func fill() throws(Errno) {
    let parent = try place()
    let name = directoryName()
    try parent.makeDirectory(name)
    let place = try WorkDirectory(name, in: parent)
    let tail = String(repeating: "x", count: 180)
    for index in 0..<(10 + number(below: 50)) {
      let file = try WorkFile(Array("\(index)-\(tail)".utf8), in: place, .creating)
      if index % 4 == 0 { try file.write(100, at: 0) }
    }
  }

  /// A second directory with the same files, as `cp -al` makes it.
  mutating func linkTree() throws(Errno) {
    let parent = try place()
    let source = try WorkDirectory(try directory(in: parent), in: parent)
    let name = directoryName()
    try parent.makeDirectory(name)
    let target = try WorkDirectory(name, in: parent)
    for entry in try source.entries() where !entry.isDirectory {
      do { try source.link(entry.name, to: target, as: entry.name) } catch .noSuchFile {}
    }
  }

  mutating func moveTree() throws(Errno) {
    let place = try place()
    try place.rename(try directory(in: place), to: self.place(), as: directoryName())
  }

  mutating func removeTree() throws(Errno) {
    let place = try place()
    // Not from the top, or little would ever be left.
    guard place !== tree || generator.chance(20) else { throw .wouldBlock }
    try place.removeTree(try entry(in: place, where: \.isDirectory))
  }

  mutating func removeEmpty() throws(Errno) {
    let place = try place()
    for entry in try place.entries() where entry.isDirectory {
      do { return try place.removeDirectory(entry.name) } catch .init(rawValue: ENOTEMPTY) {}
    }
    throw .noSuchFile
  }

  mutating func moveOut() throws(Errno) {
    let place = try place()
    let entry = try entry(in: place, where: { _ in true })
    let name = outsideName()
    // The first one is in the way: it is a file, or a directory with something in it.
    for old in try side.entries() where old.name == name { try side.removeTree(old) }
    try place.rename(entry.name, to: side, as: name)
  }

  /// Something that was moved out comes back, or something new arrives complete.
  mutating func moveIn() throws(Errno) {
    if generator.chance(40) { try prepareOutside() }
    let entry = try entry(in: side, where: { $0.name.first == UInt8(ascii: "o") })
    try side.rename(entry.name, to: place(), as: entry.isDirectory ? directoryName() : fileName())
  }

  mutating func exchangeOutside() throws(Errno) {
    let place = try place()
    let inside = try entry(in: place, where: { _ in true })
    let outside = try entry(in: side, where: { $0.name.first == UInt8(ascii: "o") })
    try place.rename(inside.name, to: side, as: outside.name, flags: ctest_RENAME_EXCHANGE)
  }

  private mutating func prepareOutside() throws(Errno) {
    let name = outsideName()
    guard generator.chance(60) else {
      try WorkFile(name, in: side, .creating).write(length(), at: 0)
      return
    }
    do { try side.makeDirectory(name) } catch .fileExists {}
    let top = try WorkDirectory(name, in: side)
    for _ in 0...number(below: 4) {
      let name = directoryName()
      do { try top.makeDirectory(name) } catch .fileExists {}
      let inner = try WorkDirectory(name, in: top)
      let file = fileName()
      try WorkFile(file, in: inner, .creating).write(length(), at: 0)
      if generator.chance(30) { try inner.link(file, to: top, as: fileName()) }
    }
  }

  private mutating func outsideName() -> [UInt8] { Array("o\(number(below: 10))".utf8) }
}
