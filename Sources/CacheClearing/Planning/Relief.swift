/// What deleting something brings, in bytes. Wide enough for any sum: whatever disks claim, nothing overflows.
struct Relief {
  /// Off the root's size as `du` counts it: what leaves the tree.
  var size: UInt128 = 0
  /// Onto the file system's free space: what keeps no name anywhere.
  var free: UInt128 = 0

  static func += (left: inout Relief, right: Relief) {
    left.size += right.size
    left.free += right.free
  }

  static func - (left: Relief, right: Relief) -> Relief {
    Relief(size: left.size.lessAtMost(right.size), free: left.free.lessAtMost(right.free))
  }

  /// Whether nothing is left to be wished for.
  var isNone: Bool { size == 0 && free == 0 }

  /// Whether another part brings this need nearer.
  func isHelped(by part: Relief) -> Bool {
    size > 0 && part.size > 0 || free > 0 && part.free > 0
  }
}

extension UInt128 {
  /// The difference, not below 0.
  func lessAtMost(_ other: UInt128) -> UInt128 { self - Swift.min(self, other) }
}
