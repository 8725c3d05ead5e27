internal import SystemCalls

/// What the tree keeps of one directory beside its published numbers: 48 bytes.
struct Node {
  var inode: UInt64
  /// `none` for the root, for the top of a detached subtree, and for a place that is free.
  var parent: DirectoryID
  /// The kernel's number of the watch; 0 for none.
  var watch: Int32 = 0
  /// The directory's own units of 512 bytes.
  var blocks: UInt32
  /// Where the name is kept.
  var name = NameArena.empty
  /// Names of inodes in the link table, in this directory and below.
  var linkedNames: UInt32 = 0
  var records = RecordBlock()
  /// An index into the table of devices.
  var device: UInt16
  /// Mixed into the hashes of the names, so that none collide.
  var salt: UInt8 = 0
  var isLive = true
}
