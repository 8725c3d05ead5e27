/// What the first record of an ext2, ext3 or ext4 file system says of the space that is kept from users other than root.
struct ExtSuperblock {
  /// Where it lies on the device, and how long it is.
  static let (offset, length) = (1024, 1024)

  private let reservedBlocks: UInt64
  private let blockSize: UInt64
  private let clusterSize: UInt64

  /// The kernel mounts none with larger ones.
  private static let (largestBlockShift, largestClusterShift): (UInt64, UInt64) = (6, 20)

  /// Nil where it is not such a record: anyone who may write to the device can have put something else there, also while
  /// the file system is mounted.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, bytes.number(at: 0x38, bytes: 2) == 0xEF53 else { return nil }
    let blockShift = bytes.number(at: 0x18, bytes: 4)
    let clusterShift = bytes.number(at: 0x1C, bytes: 4)
    guard blockShift <= Self.largestBlockShift, clusterShift <= Self.largestClusterShift else { return nil }
    reservedBlocks = bytes.number(at: 0x8, bytes: 4) | bytes.number(at: 0x154, bytes: 4) << 32
    (blockSize, clusterSize) = (1024 << blockShift, 1024 << clusterShift)
  }

  /// The bytes that are kept for root, and those that the kernel keeps for itself; nil where they are more than there can
  /// be.
  func reservedBytes(besides clusters: UInt64) -> UInt64? {
    let (bytes, overflow) = reservedBlocks.multipliedReportingOverflow(by: blockSize)
    let (others, otherOverflow) = clusters.multipliedReportingOverflow(by: clusterSize)
    let (sum, sumOverflow) = bytes.addingReportingOverflow(others)
    return overflow || otherOverflow || sumOverflow ? nil : sum
  }
}

extension [UInt8] {
  /// A number in the order of an ext file system's bytes: the lowest first.
  fileprivate func number(at offset: Int, bytes: Int) -> UInt64 {
    self[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
