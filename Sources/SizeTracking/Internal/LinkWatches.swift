internal import FileEvents
internal import SystemCalls

/// The watches on files that have a name outside of the tree: written to through that name, no directory of the tree
/// says so.
struct LinkWatches {
  private struct Entry {
    var token: WatchToken
    var watch: WatchDescriptor
  }

  /// Tokens from here on, up to those of the directories above the root, stand for files.
  private static let firstToken: UInt32 = 1 << 31

  private var entries: [FileIdentity: Entry] = [:]
  private var identities: [UInt32: FileIdentity] = [:]
  private var nextToken = Self.firstToken
  /// Files that need a watch and have none.
  private(set) var unwatched: Set<FileIdentity> = []

  static func owns(_ token: WatchToken) -> Bool {
    token.rawValue >= firstToken && !RootWatch.owns(token) && token.rawValue != UInt32.max
  }

  /// How many files are watched.
  var count: Int { identities.count }

  func isWatched(_ identity: FileIdentity) -> Bool { entries[identity] != nil }

  func identity(of token: WatchToken) -> FileIdentity? { identities[token.rawValue] }

  /// The token to watch a file with: its own one where it has one.
  mutating func token(for identity: FileIdentity) -> WatchToken {
    if let entry = entries[identity] { return entry.token }
    while identities[nextToken] != nil || !Self.owns(WatchToken(rawValue: nextToken)) {
      nextToken = nextToken == UInt32.max ? Self.firstToken : nextToken + 1
    }
    defer { nextToken += 1 }
    return WatchToken(rawValue: nextToken)
  }

  mutating func insert(_ watch: WatchDescriptor, as token: WatchToken, for identity: FileIdentity) {
    entries[identity] = Entry(token: token, watch: watch)
    identities[token.rawValue] = identity
    unwatched.remove(identity)
  }

  mutating func insertUnwatched(_ identity: FileIdentity) {
    unwatched.insert(identity)
  }

  /// Forgets a file.
  /// - Returns: the watch to be removed.
  mutating func remove(_ identity: FileIdentity) -> (watch: WatchDescriptor, token: WatchToken)? {
    unwatched.remove(identity)
    guard let entry = entries.removeValue(forKey: identity) else { return nil }
    identities[entry.token.rawValue] = nil
    return (entry.watch, entry.token)
  }

  /// The files that are watched: any so many of them.
  func some(_ count: Int) -> [FileIdentity] {
    Array(entries.keys.prefix(count))
  }
}
