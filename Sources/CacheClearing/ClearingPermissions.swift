/// What a caller answers for, of that which the clearer refuses by itself.
public struct ClearingPermissions: OptionSet, Hashable, Sendable {
  /// The permissions as bits.
  public let rawValue: UInt8

  /// Permissions of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The directory need not look like a cache.
  public static let notACache = ClearingPermissions(rawValue: 1)
  /// The root may be a mount point.
  public static let mountRoot = ClearingPermissions(rawValue: 2)
}
