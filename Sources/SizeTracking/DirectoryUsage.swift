/// How big a directory is, and how good the numbers are.
public struct DirectoryUsage: Hashable, Sendable {
  /// The space that the directory and everything below it occupy on disk, in bytes. Hard links count once.
  public var allocatedBytes: UInt64
  /// The lengths of the regular files and symbolic links below the directory, in bytes. Hard links count once.
  public var apparentBytes: UInt64
  /// Distinct inodes below the directory that are not directories.
  public var files: Int
  /// Directories, including the directory itself.
  public var directories: Int
  /// How good the numbers are.
  public var state: UsageState
  /// All that keeps the numbers from being certain; empty when the state is `live`.
  public var reasons: UsageReasons

  /// Makes an answer of its parts.
  public init(
    allocatedBytes: UInt64 = 0, apparentBytes: UInt64 = 0, files: Int = 0, directories: Int = 0,
    state: UsageState = .live, reasons: UsageReasons = []
  ) {
    self.allocatedBytes = allocatedBytes
    self.apparentBytes = apparentBytes
    self.files = files
    self.directories = directories
    self.state = state
    self.reasons = reasons
  }
}

/// How good an answer is, from best to worst.
public enum UsageState: String, Comparable, Sendable, CaseIterable {
  /// Every change that an event reports, made before the last barrier, is in.
  case live
  /// As `live`, but the allocated bytes of recently written files may still change at writeback.
  case settling
  /// Something cannot be seen; the reasons say what.
  case degraded
  /// Events were lost; the numbers are the last known ones until everything has been looked at again.
  case rescanning
  /// The first scan is not done: the numbers grow.
  case scanning
  /// The root is not there.
  case gone

  /// Better answers come first.
  public static func < (left: UsageState, right: UsageState) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .live: 0
    case .settling: 1
    case .degraded: 2
    case .rescanning: 3
    case .scanning: 4
    case .gone: 5
    }
  }
}

/// What keeps an answer from being certain.
public struct UsageReasons: OptionSet, Hashable, Sendable {
  /// The reasons as bits.
  public let rawValue: UInt16

  /// Reasons of these bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// A directory below cannot be read.
  public static let unreadable = UsageReasons(rawValue: 1 << 0)
  /// There was no watch left for a directory below, or for a file anywhere that has names outside of the root.
  public static let watchLimit = UsageReasons(rawValue: 1 << 1)
  /// A directory below lies on a file system that does not report every change.
  public static let noEventsFileSystem = UsageReasons(rawValue: 1 << 2)
  /// Something was mounted or unmounted in the tree, or the mounts could not be read.
  public static let mountChanged = UsageReasons(rawValue: 1 << 3)
  /// A file below was written recently and may change its allocated bytes at writeback; or so many were, anywhere, that
  /// all are looked at again.
  public static let writeback = UsageReasons(rawValue: 1 << 4)
  /// The kernel lost events.
  public static let overflow = UsageReasons(rawValue: 1 << 5)
  /// There are no events any more: the process closed or used the event source behind our back.
  public static let eventsLost = UsageReasons(rawValue: 1 << 6)
  /// A file or directory below could not be examined for a reason other than permission, or a file anywhere that has
  /// names outside of the root could not be watched.
  public static let inputOutput = UsageReasons(rawValue: 1 << 7)

  /// The reasons' names as they appear in JSON: "unreadable", "watch-limit", "no-events-filesystem" and so on.
  public var names: [String] {
    Self.all.filter { contains($0.reason) }.map(\.name)
  }

  private static let all: [(reason: UsageReasons, name: String)] = [
    (.unreadable, "unreadable"), (.watchLimit, "watch-limit"), (.noEventsFileSystem, "no-events-filesystem"),
    (.mountChanged, "mount-changed"), (.writeback, "writeback"), (.overflow, "overflow"),
    (.eventsLost, "events-lost"), (.inputOutput, "input-output"),
  ]
}
