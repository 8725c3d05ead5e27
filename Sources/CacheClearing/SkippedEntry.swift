public import SystemCalls

/// Why an entry was left.
public enum SkipReason: String, Hashable, Sendable, Codable {
  /// It, or a directory above it, is not what it was.
  case changed
  /// A pattern protects it.
  case `protected`
  /// Its name begins with a dot.
  case hidden
  /// It was changed or made too recently.
  case young
  /// It is in use, or was filled again and again.
  case busy
  /// Something is mounted there.
  case mount
  /// Another program holds a lock on the directory.
  case locked
  /// The user may not delete it.
  case notPermitted = "not-permitted"
  /// It, or its directory, is immutable or append-only.
  case immutable
  /// It could not be looked at.
  case unreadable
  /// The kernel refused for another reason.
  case failed

  /// Whether the caller's own rules kept it.
  public var isRequested: Bool {
    switch self {
    case .protected, .hidden, .young: true
    default: false
    }
  }
}

/// An entry that was left.
public struct SkippedEntry: Hashable, Sendable, Codable {
  /// The path below the root; empty for the root itself. O(its length): it is made when it is asked for.
  public var path: BytePath {
    get { place.path }
    set { place = .path(newValue) }
  }
  var place: EntryPlace
  /// Why it was left.
  public var reason: SkipReason
  /// The kernel's reason, where there is one.
  public var cause: Errno?

  private enum CodingKeys: String, CodingKey {
    case place = "path"
    case reason, cause
  }

  /// Makes an entry of its parts.
  public init(path: BytePath, reason: SkipReason, cause: Errno? = nil) {
    self.init(.path(path), reason: reason, cause: cause)
  }

  init(_ place: EntryPlace, reason: SkipReason, cause: Errno?) {
    self.place = place
    self.reason = reason
    self.cause = cause
  }
}
