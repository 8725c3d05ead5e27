import SystemCalls

/// A file of the model, with all its names.
final class ModelInode {
  let identity: FileIdentity
  let kind: FileKind
  var sizeBytes: UInt64
  var blocks: UInt64
  var names: [ModelName] = []
  /// Names that no tree will ever see.
  var outsideNames = 0

  init(identity: FileIdentity, kind: FileKind, sizeBytes: UInt64, blocks: UInt64) {
    self.identity = identity
    self.kind = kind
    self.sizeBytes = sizeBytes
    self.blocks = blocks
  }

  var status: FileStatus {
    FileStatus(
      identity: identity, kind: kind, links: UInt32(names.count + outsideNames), sizeBytes: sizeBytes, blocks: blocks)
  }
}
