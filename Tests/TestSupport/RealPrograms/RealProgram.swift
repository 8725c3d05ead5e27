package import SystemCalls

/// Programs that people run on trees, each with a scene of a few steps.
package enum RealProgram: String, CaseIterable, Sendable {
  case git, tar, rsync, pip, sqlite

  /// The programs that a machine must have for the scene; the first that it lacks is printed.
  package var isAvailable: Bool {
    switch self {
    case .git: InstalledProgram.areAvailable("git")
    case .tar: InstalledProgram.areAvailable("tar", "gzip")
    case .rsync: InstalledProgram.areAvailable("rsync")
    case .pip: InstalledProgram.areAvailable("pip", "python3")
    case .sqlite: InstalledProgram.areAvailable("python3")
    }
  }

  /// Makes what the scene needs outside the tree, and answers its steps.
  func scene(in place: ScenePlace) throws -> [SceneStep] {
    switch self {
    case .git: try GitScene.steps(in: place)
    case .tar: try TarScene.steps(in: place)
    case .rsync: try RsyncScene.steps(in: place)
    case .pip: try PipScene.steps(in: place)
    case .sqlite: try SQLiteScene.steps(in: place)
    }
  }

  /// Plays the scene in a tree that is tracked, and compares every directory with the disk after each step.
  package func run(on disk: BytePath) throws -> [(step: String, comparison: Comparison)] {
    try TemporaryDirectory.use(in: disk) { (directory) in
      let place = ScenePlace(tree: directory.appending("tree"), side: directory.appending("side"))
      try Subprocess.output(of: "mkdir", [place.tree, place.side])
      return try TrackedScene.play(scene(in: place), in: place.tree)
    }
  }
}
