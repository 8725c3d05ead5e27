internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// The watches on files that have a name outside of the tree: written to through that name, no directory of the tree
/// says so.
struct LinkWatches {
  /// Where a file was when it was watched: nearly always it still is.
  struct Place {
    var directory: DirectoryID
    var name: [UInt8]
  }

  private struct Entry {
    var token: WatchToken
    var watch: WatchDescriptor
    var place: Place
  }

  /// Tokens from here on, up to those of the directories above the root, stand for files.
  private static let firstToken: UInt32 = 1 << 31
  /// A file that was not found so often is tried again with the next batch, and not without an event.
  private static let attempts = 3

  private var entries: [FileIdentity: Entry] = [:]
  private var identities: [UInt32: FileIdentity] = [:]
  private var nextToken = Self.firstToken
  /// Files that are to be watched at the next opportunity, and how often that failed.
  private(set) var wanted: [FileIdentity: Int] = [:]
  /// Files that need a watch and cannot have one now.
  private(set) var unwatched: Set<FileIdentity> = []
  /// Those of them that were not where they should be: an event that tells where they are is on its way.
  private(set) var lost: Set<FileIdentity> = []
  /// Whether that is because there was none left.
  var meetsLimit = false

  static func owns(_ token: WatchToken) -> Bool {
    token.rawValue >= firstToken && !RootWatch.owns(token) && token.rawValue != UInt32.max
  }

  /// How many files are watched.
  var count: Int { identities.count }

  func isWatched(_ identity: FileIdentity) -> Bool { entries[identity] != nil }

  func identity(of token: WatchToken) -> FileIdentity? { identities[token.rawValue] }

  func place(of identity: FileIdentity) -> Place? { entries[identity]?.place }

  /// The token to watch a file with: its own one where it has one.
  mutating func token(for identity: FileIdentity) -> WatchToken {
    if let entry = entries[identity] { return entry.token }
    while identities[nextToken] != nil || !Self.owns(WatchToken(rawValue: nextToken)) {
      nextToken = nextToken == UInt32.max ? Self.firstToken : nextToken + 1
    }
    defer { nextToken += 1 }
    return WatchToken(rawValue: nextToken)
  }

  mutating func insert(_ watch: WatchDescriptor, as token: WatchToken, for identity: FileIdentity, at place: Place) {
    entries[identity] = Entry(token: token, watch: watch, place: place)
    identities[token.rawValue] = identity
    wanted[identity] = nil
    unwatched.remove(identity)
    lost.remove(identity)
  }

  mutating func insertWanted(_ identity: FileIdentity) {
    guard entries[identity] == nil, !unwatched.contains(identity) else { return }
    wanted[identity] = wanted[identity] ?? 0
  }

  /// A file was not where it should be.
  mutating func countFailure(of identity: FileIdentity) {
    guard !unwatched.contains(identity) else { return }
    let failures = (wanted[identity] ?? 0) + 1
    if failures < Self.attempts {
      wanted[identity] = failures
    } else {
      insertUnwatched(identity)
      lost.insert(identity)
    }
  }

  mutating func insertUnwatched(_ identity: FileIdentity) {
    wanted[identity] = nil
    unwatched.insert(identity)
  }

  /// Has every watch placed again: after an overflow some may be dead without a word.
  mutating func wantAll() {
    for identity in entries.keys { wanted[identity] = 0 }
  }

  /// Forgets a file.
  /// - Returns: the watch to be removed.
  mutating func remove(_ identity: FileIdentity) -> (watch: WatchDescriptor, token: WatchToken)? {
    unwatched.remove(identity)
    lost.remove(identity)
    wanted[identity] = nil
    guard let entry = entries.removeValue(forKey: identity) else { return nil }
    identities[entry.token.rawValue] = nil
    return (entry.watch, entry.token)
  }

  /// The files that are watched: any so many of them.
  func some(_ count: Int) -> [FileIdentity] {
    Array(entries.keys.prefix(count))
  }
}
