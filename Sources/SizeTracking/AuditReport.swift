/// What a comparison of the tree with the disk found. All of it is repaired.
public struct AuditReport: Hashable, Sendable {
  /// Directories that were compared.
  public var directories = 0
  /// Entries that were missing, left over or different although no event had said so.
  ///
  /// What changed while its directory was compared, or is waiting for writeback, or cannot be watched, is not counted:
  /// it is no drift that its numbers change.
  public var entries = 0
  /// By how many allocated bytes the directories were off, added up without their signs.
  public var bytes: UInt64 = 0

  /// A report of nothing.
  public init() {}

  /// Whether the tree was what the disk was.
  public var isClean: Bool { entries == 0 && bytes == 0 }
}
