internal import FileEvents
internal import SystemCalls

/// Watches the directories above the root: only they tell when the root's path leads elsewhere, or when it leads
/// somewhere again.
struct RootWatch {
  private let root: BytePath
  private var watches: [(watch: WatchDescriptor, token: WatchToken)] = []
  /// The names whose coming or going in a directory above matters, by the directory's place.
  private var names: [[UInt8]] = []

  /// Tokens from here on stand for directories above a root; the tree never has so many directories.
  private static let firstToken = UInt32.max - 2048
  private static let deepest = 1024

  init(root: BytePath) {
    self.root = root
  }

  static func owns(_ token: WatchToken) -> Bool {
    token.rawValue >= firstToken && token.rawValue != UInt32.max
  }

  /// Whether an event of a directory above can mean that the root's path leads elsewhere now.
  func concernsRoot(_ event: FileEvent, name: Span<UInt8>) -> Bool {
    let place = Int(event.token.rawValue - Self.firstToken)
    guard place < names.count else { return false }
    return name.isEmpty || [UInt8](copying: name) == names[place]
  }

  /// Watches every directory above the root that can be watched.
  ///
  /// A missing one ends the way down: the last one that is there tells when the next appears.
  mutating func watch(_ disk: any Disk, _ subscription: any EventSubscription) {
    var found: [(watch: WatchDescriptor, token: WatchToken)] = []
    names = root.components
    var path: BytePath = "/"
    for (place, name) in names.enumerated().prefix(Self.deepest) {
      let token = WatchToken(rawValue: Self.firstToken + UInt32(place))
      let mask: EventMask = [.created, .movedTo, .deleted, .movedFrom, .attributesChanged, .deletedSelf, .movedSelf]
      if let directory = try? disk.open(path),
        let watch = try? subscription.watch(directory.descriptor, as: token, for: mask)
      {
        found.append((watch, token))
      }
      path = path.appending(name)
    }
    for old in watches where !found.contains(where: { $0.watch == old.watch && $0.token == old.token }) {
      subscription.unwatch(old.watch, as: old.token)
    }
    watches = found
  }
}
