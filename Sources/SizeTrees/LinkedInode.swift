internal import SystemCalls

/// An inode that has, or may have, several names. It counts once in every directory with a name below it.
///
/// 64 bytes with its first name: in a store whose files are linked from elsewhere, every file is one.
struct LinkedInode {
  let identity: FileIdentity
  var blocks: UInt64
  var apparentBytes: UInt64
  /// The names that the inode has on the whole file system, as far as it was told.
  var links: UInt32
  /// The place of another inode whose identity has the same bits.
  var next = LinkedInode.none
  /// Those in the tree.
  var names = LinkedNames()
  var kind: FileKind
  /// Whether it is in the sums of all directories above its names now. Sizes and names change only while it is not.
  var isCharged = false
  /// Whether it was said to have names outside of the tree.
  var hasOutsideNames = false
  /// Whether it is to be charged anew by the end of the batch.
  var isDirty = false

  /// No place.
  static let none = UInt32.max

  init(_ status: FileStatus) {
    identity = status.identity
    blocks = status.blocks
    apparentBytes = status.apparentBytes
    links = status.links
    kind = status.kind
  }

  var sums: Sums { .file(blocks, apparentBytes) }

  /// Whether this says the same, but for the number of links.
  func hasSizes(of status: FileStatus) -> Bool {
    blocks == status.blocks && apparentBytes == status.apparentBytes && kind == status.kind
  }

  mutating func take(_ status: FileStatus) {
    blocks = status.blocks
    apparentBytes = status.apparentBytes
    links = status.links
    kind = status.kind
  }

  /// What the tree knows, with the time that only a name's record has.
  func status(lastUse: UInt32) -> FileStatus {
    FileStatus(
      identity: identity, kind: kind, links: links, sizeBytes: apparentBytes, blocks: blocks, lastUse: Int64(lastUse))
  }
}
