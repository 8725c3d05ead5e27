internal import SystemCalls

/// What an overlay shows from beneath until it is changed.
enum LowerLayer {
  /// Makes a storm's directories with everything that a workload leaves, so that changes copy files up, and the
  /// directories above them.
  static func fill(_ lower: BytePath, seed: UInt64) throws {
    let (tree, side) = (lower.appending("tree"), lower.appending("side"))
    try Subprocess.output(of: "mkdir", [tree, side])
    var workload = try Workload(tree: tree, side: side, seed: seed, extras: [])
    _ = try workload.run(operations: 500, halfway: {})
  }
}
