internal import SystemCalls

/// What the tree keeps of one name: 20 bytes, and not the name itself.
struct FileRecord: Hashable, Sendable {
  // In an order that leaves no gaps: the hash of the name (48 bits), flags, some bits of the identity (24), what the
  // flags say (48), the last use.
  private var hashHigh: UInt32
  private var hashLow: UInt16
  private var flags: UInt8
  private var identityHigh: UInt8
  private var identityLow: UInt16
  private var payloadHigh: UInt16
  private var payloadLow: UInt32
  /// The later of the last read and the last modification, in seconds since 1970.
  private(set) var lastUse: UInt32

  private static let occupied: UInt8 = 0x80
  private static let linked: UInt8 = 0x04
  private static let oversize: UInt8 = 0x08
  private static let directory: UInt8 = 0x10
  private static let kindMask: UInt8 = 0x03
  /// 256 MiB on disk.
  private static let blockBits: UInt64 = 19
  /// A length of 512 MiB.
  private static let sizeBits: UInt64 = 29

  static let empty = FileRecord(NameHash(rawValue: 0), flags: 0, identityBits: 0, payload: 0, lastUse: 0)

  private init(_ hash: NameHash, flags: UInt8, identityBits: UInt32, payload: UInt64, lastUse: UInt32) {
    hashHigh = UInt32(truncatingIfNeeded: hash.rawValue >> 16)
    hashLow = UInt16(truncatingIfNeeded: hash.rawValue)
    self.flags = flags
    identityHigh = UInt8(truncatingIfNeeded: identityBits >> 16)
    identityLow = UInt16(truncatingIfNeeded: identityBits)
    payloadHigh = UInt16(truncatingIfNeeded: payload >> 32)
    payloadLow = UInt32(truncatingIfNeeded: payload)
    self.lastUse = lastUse
  }

  private init(_ hash: NameHash, _ status: FileStatus, flags: UInt8, payload: UInt64) {
    self.init(
      hash, flags: Self.occupied | flags | status.kind.rawValue & Self.kindMask, identityBits: status.identity.bits,
      payload: payload, lastUse: UInt32(clamping: status.lastUse))
  }

  /// A file with one name. nil where its sizes do not fit: they are kept elsewhere then.
  init?(_ hash: NameHash, _ status: FileStatus) {
    guard status.blocks < 1 << Self.blockBits, status.apparentBytes < 1 << Self.sizeBits else { return nil }
    self.init(hash, status, flags: 0, payload: status.apparentBytes << Self.blockBits | status.blocks)
  }

  /// A file with one name whose sizes are kept at an index of the table of large ones.
  init(_ hash: NameHash, _ status: FileStatus, largeIndex: Int) {
    self.init(hash, status, flags: Self.oversize, payload: UInt64(largeIndex))
  }

  /// A name of an inode that has, or may have, others.
  init(_ hash: NameHash, _ status: FileStatus, linkIndex: Int) {
    self.init(hash, status, flags: Self.linked, payload: UInt64(linkIndex))
  }

  /// A subdirectory. Its identity is kept with it.
  init(_ hash: NameHash, directory: DirectoryID) {
    self.init(
      hash, flags: Self.occupied | Self.directory, identityBits: 0, payload: UInt64(directory.rawValue), lastUse: 0)
  }

  /// What a record stands for.
  enum Content {
    case file(blocks: UInt64, apparentBytes: UInt64)
    case largeFile(index: Int)
    case linked(index: Int)
    case directory(DirectoryID)
  }

  private var payload: UInt64 { UInt64(payloadHigh) << 32 | UInt64(payloadLow) }

  var content: Content {
    if isDirectory { return .directory(DirectoryID(rawValue: payloadLow)) }
    if isLinked { return .linked(index: Int(payload)) }
    if flags & Self.oversize != 0 { return .largeFile(index: Int(payload)) }
    return .file(blocks: payload & (1 << Self.blockBits - 1), apparentBytes: payload >> Self.blockBits)
  }

  var isEmpty: Bool { flags == 0 }
  var isDirectory: Bool { flags & Self.directory != 0 }
  var isLinked: Bool { flags & Self.linked != 0 }
  var isPlainFile: Bool { flags & (Self.directory | Self.linked) == 0 }
  var hash: NameHash { NameHash(rawValue: UInt64(hashHigh) << 16 | UInt64(hashLow)) }
  var identityBits: UInt32 { UInt32(identityHigh) << 16 | UInt32(identityLow) }

  /// What a file with one name, whose sizes are in the record, adds to the sums.
  var ownSums: Sums {
    if case .file(let blocks, let apparentBytes) = content { .file(blocks, apparentBytes) } else { Sums() }
  }

  /// Whether the record may be of this file: of its kind, and with the same bits of the identity.
  func mayBe(_ status: FileStatus) -> Bool {
    flags & Self.kindMask == status.kind.rawValue & Self.kindMask && identityBits == status.identity.bits
  }

  /// Whether two records of one name say the same about everything but its last use.
  func isEquivalent(to other: FileRecord) -> Bool {
    var other = other
    other.lastUse = lastUse
    return self == other
  }
}

extension FileIdentity {
  static let bitCount = 24

  /// Enough of the identity to find a file's record without keeping all of it.
  var bits: UInt32 {
    let mixed = (inode &* 0x9E37_79B9_7F4A_7C15) ^ (device &* 0xC2B2_AE3D_27D4_EB4F)
    return UInt32(mixed >> UInt64(UInt64.bitWidth - Self.bitCount))
  }
}
