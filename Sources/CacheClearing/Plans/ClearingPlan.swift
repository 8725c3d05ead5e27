internal import ByteCounts
public import SystemCalls

/// What a clear is going to do: to be looked at, printed, kept, and carried out.
public struct ClearingPlan: Hashable, Sendable, Codable {
  /// The directory to clear: absolute, without symbolic links.
  public var root: BytePath
  /// What to delete.
  public var policies: [ClearingPolicy]
  /// What is spared.
  public var rules: ClearingRules
  /// What goes: the files as they were chosen, the least recently used first, then the directories, the deepest first. The
  /// clear takes them directory by directory. Empty for "everything", which is a rule and not a list.
  public var candidates: [ClearingCandidate]
  /// What would really be freed; nil for "everything", which only a preview can count.
  public var totals: ClearingTotals?
  /// Whether the file system does not note when files are read: the last use is the last modification then.
  public var ignoresAccessTimes: Bool
  /// What planning could not look at, what was locked, and what the rules spare of the entries that were named.
  public var skipped: [SkippedEntry]
  /// Of what is freed, how much goes to the part of the file system that is kept for root before a goal of free space comes
  /// any nearer, in bytes: root has taken so much of it. Nil where that cannot be known, for users other than root mostly;
  /// then more than the plan says may have to go.
  public var refillBytes: UInt64?
  /// By how many bytes the goal is missed even when all candidates are gone; 0 when it is reached.
  public var shortfallBytes: UInt64

  /// The root when the plan was made.
  package var rootIdentity: EntryIdentity

  private enum CodingKeys: String, CodingKey {
    case root, policies, rules, candidates, totals, ignoresAccessTimes
    // Plans that somebody kept have it by this name.
    case skipped = "unreadable"
    case refillBytes, shortfallBytes, rootIdentity
  }

  package init(
    root: BytePath, rootIdentity: EntryIdentity, policies: [ClearingPolicy], rules: ClearingRules,
    candidates: [ClearingCandidate] = [], totals: ClearingTotals? = nil, ignoresAccessTimes: Bool = false,
    skipped: [SkippedEntry] = [], refillBytes: UInt64? = 0, shortfallBytes: UInt64 = 0
  ) {
    self.root = root
    self.rootIdentity = rootIdentity
    self.policies = policies
    self.rules = rules
    self.candidates = candidates
    self.totals = totals
    self.ignoresAccessTimes = ignoresAccessTimes
    self.skipped = skipped
    self.refillBytes = refillBytes
    self.shortfallBytes = shortfallBytes
  }

  /// Whether the plan is a rule that takes all there is, whatever else it names.
  public var isEverything: Bool { policies.contains(.everything) }
}

/// Sums over what goes.
public struct ClearingTotals: Hashable, Sendable, Codable {
  /// Entries that are not directories.
  public var files: Int
  /// Directories.
  public var directories: Int
  /// Allocated bytes of what would really be freed: of inodes that keep no name.
  public var freedBytes: UInt64

  /// Sums of these parts.
  public init(files: Int = 0, directories: Int = 0, freedBytes: UInt64 = 0) {
    self.files = files
    self.directories = directories
    self.freedBytes = freedBytes
  }
}

extension ClearingPlan: CustomStringConvertible {
  /// One sentence: "delete 12 files and 3 directories (1.2 MB) below '/a'".
  public var description: String {
    let place = "below '\(root)'"
    guard let totals else { return "delete everything \(place)" }
    let size = ByteCount(bytes: totals.freedBytes)
    let text = "delete \(totals.files) files and \(totals.directories) directories (\(size)) \(place)"
    return shortfallBytes == 0 ? text : text + ", \(ByteCount(bytes: shortfallBytes)) less than asked for"
  }
}
