internal import CTestSupport
internal import SystemCalls

/// Changes to the names of single files.
extension Workload {
  mutating func link() throws(Errno) {
    let place = try place()
    let target = generator.chance(50) ? place : try self.place()
    try place.link(try file(in: place), to: target, as: fileName())
  }

  mutating func makeSymbolicLink() throws(Errno) {
    // Short targets lie in the inode, long ones in a block. Some lead to the tree's own directories.
    let target =
      generator.chance(50) ? Array("../d\(number(below: 12))".utf8) : [UInt8](repeating: 0x74, count: 200)
    try place().makeSymbolicLink(fileName(), to: target)
  }

  mutating func unlink() throws(Errno) {
    let place = try place()
    try place.unlink(try file(in: place))
  }

  mutating func renameWithin() throws(Errno) {
    let place = try place()
    try place.rename(try file(in: place), to: place, as: fileName(), flags: replacing())
  }

  mutating func renameAcross() throws(Errno) {
    let place = try place()
    try place.rename(try file(in: place), to: self.place(), as: fileName(), flags: replacing())
  }

  private mutating func replacing() -> UInt32 { generator.chance(20) ? ctest_RENAME_NOREPLACE : 0 }

  /// As careful programs save: a new file takes the place of the old one.
  mutating func replace() throws(Errno) {
    let place = try place()
    let name = generator.chance(70) ? try file(in: place) : fileName()
    let temporary = Array(".tmp\(number(below: 1000))".utf8)
    let file = try WorkFile(temporary, in: place, .truncating)
    try file.write(length(), at: 0)
    try place.rename(temporary, to: place, as: name)
  }

  /// Two names, of files or of trees, change places.
  mutating func exchange() throws(Errno) {
    let first = try place()
    let second = generator.chance(50) ? first : try place()
    let name = try entry(in: first, where: { _ in true }).name
    let other = try entry(in: second, where: { _ in true }).name
    try first.rename(name, to: second, as: other, flags: ctest_RENAME_EXCHANGE)
  }

  mutating func linkUnnamed() throws(Errno) {
    let file = try WorkFile(Array(".".utf8), in: place(), .unnamed)
    try file.write(length(), at: 0)
    try file.link(to: place(), as: fileName())
    if generator.chance(50) { try file.write(length(), at: file.size) }
  }

  mutating func linkOutside() throws(Errno) {
    let place = try place()
    try place.link(try file(in: place), to: side, as: Array("l\(number(below: 8))".utf8))
  }

  mutating func writeOutside() throws(Errno) {
    let file = try WorkFile(try file(in: side), in: side, .existing)
    try file.write(length(), at: number(below: 100_000))
  }
}
