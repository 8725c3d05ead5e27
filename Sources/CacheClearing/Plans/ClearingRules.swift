/// What is spared, and how a clear goes about it.
public struct ClearingRules: Hashable, Sendable, Codable {
  /// How the age of a file is counted.
  public enum AgeBasis: String, Hashable, Sendable, Codable {
    /// From the later of the last read and the last modification.
    case lastUse = "last-use"
    /// From the last modification.
    case modification
  }

  /// Patterns as `du --exclude` knows them, for the path below the root and what is left of it behind each `/`. They
  /// always win: an entry that matches stays, with all below it and the directories above it. A leading `./` and a
  /// trailing `/` are as good as not there; one that can match nothing, such as an absolute path, makes an invalid plan.
  /// A `?` and a bracket stand for one byte whatever the locale: "é" in UTF-8 takes two of them.
  public var protecting: [String]
  /// Whether names with a leading dot stay, at every depth; a directory that holds one stays too.
  public var skipsHidden: Bool
  /// Younger entries stay: those whose inode was changed, or made, less than this ago. Nil is no limit.
  public var minimumAge: Duration?
  /// How the age of a file is counted.
  public var ageBy: AgeBasis
  /// Whether directories that a selective clear empties go too.
  public var prunesEmptyDirectories: Bool
  /// Whether the root itself goes too.
  public var includesRoot: Bool
  /// Whether everything is first moved out of sight, into a directory that only the owner can enter.
  public var aside: Bool
  /// How many threads delete, 1 to 64; nil for as many as there are processors, at most four.
  public var threads: Int?

  /// Rules that spare nothing, unless they say so.
  public init(
    protecting: [String] = [], skipsHidden: Bool = false, minimumAge: Duration? = nil, ageBy: AgeBasis = .lastUse,
    prunesEmptyDirectories: Bool = false, includesRoot: Bool = false, aside: Bool = false, threads: Int? = nil
  ) {
    self.protecting = protecting
    self.skipsHidden = skipsHidden
    self.minimumAge = minimumAge
    self.ageBy = ageBy
    self.prunesEmptyDirectories = prunesEmptyDirectories
    self.includesRoot = includesRoot
    self.aside = aside
    self.threads = threads
  }
}
