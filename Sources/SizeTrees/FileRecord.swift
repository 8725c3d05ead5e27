internal import SystemCalls

/// What the tree keeps of one name: 24 bytes, and not the name itself.
struct FileRecord: Hashable, Sendable {
  // hash (56 bits), flags (8); inode bits (32), last use (32); payload (64).
  private var hashAndFlags: UInt64
  private var inodeAndUse: UInt64
  private var payload: UInt64

  private static let occupied: UInt64 = 0x80
  private static let linked: UInt64 = 0x04
  private static let oversize: UInt64 = 0x08
  private static let directory: UInt64 = 0x10
  private static let kindMask: UInt64 = 0x03
  private static let blockBits: UInt64 = 28
  private static let sizeBits: UInt64 = 36

  static let empty = FileRecord(hashAndFlags: 0, inodeAndUse: 0, payload: 0)

  private init(hashAndFlags: UInt64, inodeAndUse: UInt64, payload: UInt64) {
    self.hashAndFlags = hashAndFlags
    self.inodeAndUse = inodeAndUse
    self.payload = payload
  }

  private init(_ hash: NameHash, _ status: FileStatus, flags: UInt64, payload: UInt64) {
    let lastUse = UInt64(UInt32(clamping: status.lastUse))
    self.init(
      hashAndFlags: hash.rawValue << 8 | Self.occupied | flags | UInt64(status.kind.rawValue & 3),
      inodeAndUse: UInt64(status.identity.bits) << 32 | lastUse, payload: payload)
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
      hashAndFlags: hash.rawValue << 8 | Self.occupied | Self.directory, inodeAndUse: 0,
      payload: UInt64(directory.rawValue))
  }

  /// What a record stands for.
  enum Content {
    case file(blocks: UInt64, apparentBytes: UInt64)
    case largeFile(index: Int)
    case linked(index: Int)
    case directory(DirectoryID)
  }

  var content: Content {
    if hashAndFlags & Self.directory != 0 { return .directory(DirectoryID(rawValue: UInt32(payload))) }
    if hashAndFlags & Self.linked != 0 { return .linked(index: Int(payload)) }
    if hashAndFlags & Self.oversize != 0 { return .largeFile(index: Int(payload)) }
    return .file(blocks: payload & (1 << Self.blockBits - 1), apparentBytes: payload >> Self.blockBits)
  }

  var isEmpty: Bool { hashAndFlags == 0 }
  var isDirectory: Bool { hashAndFlags & Self.directory != 0 }
  var isLinked: Bool { hashAndFlags & Self.linked != 0 }
  var isPlainFile: Bool { hashAndFlags & (Self.directory | Self.linked) == 0 }
  var hash: NameHash { NameHash(rawValue: hashAndFlags >> 8) }
  var inodeBits: UInt32 { UInt32(inodeAndUse >> 32) }
  /// The later of the last read and the last modification, in seconds since 1970.
  var lastUse: UInt32 { UInt32(truncatingIfNeeded: inodeAndUse) }

  /// What a file with one name, whose sizes are in the record, adds to the sums.
  var ownSums: Sums {
    if case .file(let blocks, let apparentBytes) = content { .file(blocks, apparentBytes) } else { Sums() }
  }

  /// Whether the record may be of this file: of its kind, and with the same bits of the identity.
  func mayBe(_ status: FileStatus) -> Bool {
    hashAndFlags & Self.kindMask == UInt64(status.kind.rawValue & 3) && inodeBits == status.identity.bits
  }

  /// Whether two records of one name say the same about everything but its last use.
  func isEquivalent(to other: FileRecord) -> Bool {
    hashAndFlags == other.hashAndFlags && payload == other.payload && inodeBits == other.inodeBits
  }
}

extension FileIdentity {
  /// Enough of the identity to find a file's record without keeping all of it.
  var bits: UInt32 {
    let mixed = (inode &* 0x9E37_79B9_7F4A_7C15) ^ (device &* 0xC2B2_AE3D_27D4_EB4F)
    return UInt32(mixed >> 32)
  }
}
