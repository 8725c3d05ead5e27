internal import SizeTracking
internal import SystemCalls

/// Plays the steps of a scene under a tracker.
enum TrackedScene {
  static func play(_ steps: [SceneStep], in tree: BytePath) throws -> [(step: String, comparison: Comparison)] {
    let tracker = try SizeTracker(root: tree)
    try tracker.synchronize()
    return try steps.map { (step) in
      try step.run()
      try tracker.settle()
      return (step.name, try Comparison(of: tracker))
    }
  }
}
