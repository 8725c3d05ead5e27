internal import SystemCalls

/// The directories that an overlay consists of.
struct OverlayLayers {
  private let lower: BytePath
  private let upper: BytePath
  private let work: BytePath

  /// Makes the layers in a directory. The lower one gets a tree with everything that a workload leaves, so that changes
  /// to it copy files up, and the directories above them.
  init(in place: BytePath, seed: UInt64) throws {
    lower = place.appending("lower")
    upper = place.appending("upper")
    work = place.appending("work")
    let (tree, side) = (lower.appending("tree"), lower.appending("side"))
    try Subprocess.output(of: "mkdir", ["-p", tree, side, upper, work])
    var workload = try Workload(tree: tree, side: side, seed: seed, extras: [])
    _ = try workload.run(operations: 500, halfway: {})
  }

  func mount(on place: BytePath) throws {
    let layers = "lowerdir=\(lower),upperdir=\(upper),workdir=\(work)"
    try Subprocess.output(of: "mount", ["-t", "overlay", "-o", BytePath(layers), "overlay", place])
  }
}
