internal import SizeTrees
internal import SystemCalls

/// The work that waits in a scan, and who does how much of it.
struct ScanQueue {
  /// One piece of work.
  enum Work: Sendable {
    case directory(Directory)
    case names(Names)

    var kind: Kind { if case .names = self { .names } else { .directory } }
  }

  enum Kind { case directory, names }

  /// A directory to be listed.
  struct Directory: Sendable {
    let handle: DirectoryHandle
    let way: Scan.Way
    let reach: Scan.Reach
  }

  /// Some names of a directory with very many, to be examined on behalf of its listing.
  struct Names: Sendable {
    let block: NameBlock
    let listing: SharedListing
  }

  private var directories: [Directory] = []
  private var names: [Names] = []
  /// Pieces that someone works on; each may bring more.
  private var active = 0
  /// Those of them that are names.
  private var examining = 0
  /// How many threads may work on names at a time, beside those who read them. More threads than processors wait for a
  /// disk together, but in one directory only for each other: what the kernel keeps of it is one thing that all touch.
  private let examiners: Int
  /// Threads that take work, one piece after the other.
  private(set) var helpers = 0

  init(processors: Int) {
    examiners = max(2, processors)
  }

  var waiting: Int { directories.count + names.count }
  var isFinished: Bool { active == 0 && waiting == 0 }

  mutating func join() { helpers += 1 }
  mutating func leave() { helpers -= 1 }

  /// Helpers that wait. Whoever adds work is at a piece of it.
  private var idle: Int { max(0, helpers - active) }

  /// - Returns: how many helpers are to be woken by that: not for the last one, which whoever adds it takes next, unless
  ///   there are names to take.
  mutating func add(_ directories: [Directory]) -> Int {
    self.directories.append(contentsOf: directories)
    return min(names.isEmpty ? directories.count - 1 : directories.count, idle)
  }

  /// - Returns: how many helpers are to be woken by that.
  mutating func add(_ names: Names) -> Int {
    self.names.append(names)
    return examining < examiners ? min(1, idle) : 0
  }

  /// Names go first: with the last of them their listing ends, and its memory is free. Of the rest the last in is the
  /// first out: few directories are open at a time, and their names are still in the cache.
  mutating func take() -> Work? {
    if examining < examiners, let names = names.popLast() {
      examining += 1
      active += 1
      return .names(names)
    }
    guard let directory = directories.popLast() else { return nil }
    active += 1
    return .directory(directory)
  }

  /// Notes that a piece of work is done.
  /// - Returns: whether it was the last.
  mutating func finish(_ kind: Kind) -> Bool {
    active -= 1
    if kind == .names { examining -= 1 }
    return isFinished
  }

  mutating func removeAll() {
    directories.removeAll()
    names.removeAll()
  }
}
