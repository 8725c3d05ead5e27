internal import CTestSupport
internal import SystemCalls

/// Changes to what is in files.
extension Workload {
  /// Files are cut when they get longer, so that a test needs little space.
  private static let longest = 2_000_000

  mutating func create() throws(Errno) {
    let access: WorkFile.Access = generator.chance(50) ? .truncating : .creating
    let file = try WorkFile(fileName(), in: place(), access)
    if generator.chance(90) { try file.write(length(), at: 0) }
  }

  mutating func append() throws(Errno) {
    let file = try existingFile()
    try append(to: file)
  }

  private mutating func append(to file: WorkFile) throws(Errno) {
    let size = try file.size
    if size > Self.longest { try file.truncate(to: number(below: Self.longest)) }
    for _ in 0...number(below: 3) { try file.write(length(), at: file.size) }
  }

  mutating func truncate() throws(Errno) {
    let file = try existingFile()
    let size = try file.size
    try file.truncate(to: generator.chance(30) ? 0 : number(below: min(size, Self.longest) * 2 + 1))
  }

  mutating func writeFarOut() throws(Errno) {
    let file = try WorkFile(fileName(), in: place(), .creating)
    try file.write(1, at: number(below: 1 << 30))
  }

  /// Writes with holes between them: the file system needs blocks for its map, which come only at writeback.
  mutating func scatter() throws(Errno) {
    let file = try WorkFile(fileName(), in: place(), .creating)
    let start = number(below: 64) * 4096
    for index in 0..<(20 + number(below: 180)) { try file.write(4096, at: start + index * 8192) }
  }

  mutating func allocate() throws(Errno) {
    let modes = [
      0, ctest_FALLOC_KEEP_SIZE, ctest_FALLOC_PUNCH_HOLE | ctest_FALLOC_KEEP_SIZE, ctest_FALLOC_ZERO_RANGE,
      ctest_FALLOC_COLLAPSE_RANGE, ctest_FALLOC_INSERT_RANGE,
    ]
    let mode = modes[number(below: modes.count)]
    let count = (1 + number(below: 40)) * 4096
    try existingFile().allocate(mode, at: number(below: 20) * 4096, count: count)
  }

  mutating func setPermissions() throws(Errno) {
    let place = try place()
    let entry = try entry(in: place, where: { _ in true })
    // Directories stay readable: a process that is not root must go on.
    try place.setPermissions(entry.name, entry.isDirectory ? 0o755 : [0o600, 0o644, 0o400][number(below: 3)])
  }

  mutating func setAttribute() throws(Errno) {
    let file = try existingFile()
    if generator.chance(70) {
      try file.setAttribute(200 + number(below: 3000))
    } else {
      try file.removeAttribute()
    }
  }

  mutating func hold() throws(Errno) {
    guard held.count < 4 else { throw .wouldBlock }
    held.append(try existingFile())
  }

  mutating func writeHeld() throws(Errno) {
    guard !held.isEmpty else { throw .noSuchFile }
    try append(to: held[number(below: held.count)])
  }

  mutating func releaseHeld() throws(Errno) {
    guard !held.isEmpty else { throw .noSuchFile }
    held.remove(at: number(below: held.count))
  }

  mutating func storeThroughMapping() throws(Errno) {
    let file = try WorkFile(fileName(), in: place(), .creating)
    let pages = 1 + number(below: 60)
    try file.truncate(to: max(try file.size, 2 * pages * 4096))
    try file.store(pages * 4096, at: number(below: pages) * 4096)
  }

  mutating func writeAsynchronously() throws(Errno) {
    let file = try WorkFile(fileName(), in: place(), .creating)
    try file.writeAsynchronously(1 + length(), at: number(below: 100_000))
  }
}
