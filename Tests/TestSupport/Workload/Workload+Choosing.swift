internal import SystemCalls

/// Where and on what the next operation works.
extension Workload {
  /// Names that programs trip over. `#1234` looks like the name that events give to a file without one.
  private static let oddNames: [[UInt8]] = [
    Array("two\nlines".utf8), [0xFF, 0xFE, 0x80], Array(" leading and trailing ".utf8), Array("-rf".utf8),
    Array("*?[x]".utf8), Array("back\\slash\ttab".utf8), Array("\u{1B}[31mred".utf8), Array("#1234".utf8),
    Array(".hidden".utf8), Array("größe".utf8), Array("...".utf8),
    [UInt8](repeating: UInt8(ascii: "n"), count: 255),
  ]

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func fileName() -> [UInt8] {
    generator.chance(10)
      ? Self.oddNames[number(below: Self.oddNames.count)] : Array("f\(number(below: 30))".utf8)
  }

  mutating func directoryName() -> [UInt8] {
    generator.chance(10)
      ? Self.oddNames[number(below: Self.oddNames.count)] : Array("d\(number(below: 12))".utf8)
  }

  /// Mostly small, sometimes large enough to need several extents.
  mutating func length() -> Int {
    generator.chance(85) ? number(below: 12_000) : number(below: 300_000)
  }

  /// A directory of the tree: from the root, down by chance.
  mutating func place() throws(Errno) -> WorkDirectory {
    var place = tree
    while generator.chance(70) {
      let inner = try place.entries(where: \.isDirectory)
      guard !inner.isEmpty else { break }
      place = try WorkDirectory(inner[number(below: inner.count)].name, in: place)
    }
    return place
  }

  mutating func entry(
    in place: WorkDirectory, where isWanted: (WorkDirectory.Entry) -> Bool
  ) throws(Errno) -> WorkDirectory.Entry {
    let entries = try place.entries(where: isWanted)
    guard !entries.isEmpty else { throw .noSuchFile }
    return entries[number(below: entries.count)]
  }

  /// The name of something in the directory that is not one itself.
  mutating func file(in place: WorkDirectory) throws(Errno) -> [UInt8] {
    try entry(in: place, where: { !$0.isDirectory }).name
  }

  mutating func directory(in place: WorkDirectory) throws(Errno) -> [UInt8] {
    try entry(in: place, where: \.isDirectory).name
  }

  mutating func existingFile() throws(Errno) -> WorkFile {
    let place = try place()
    return try WorkFile(try file(in: place), in: place, .existing)
  }
}
