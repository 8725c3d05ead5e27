import SystemCalls
import TestSupport

/// One round of churn in a tree, and its end.
struct SoakCycle {
  /// What is tracked.
  let root: BytePath
  var storm: Storm
  /// Where whole trees come and go: the storm would pull them from under the programs' feet.
  private let trees: BytePath
  /// What whole trees are copied from.
  private let template: BytePath

  init(in place: BytePath, template: BytePath, seed: UInt64, operations: Int) throws {
    root = place.appending("root")
    trees = root.appending("trees")
    self.template = template
    // What no event reports is left out: nothing but events keeps the numbers.
    let extras = Set(WorkloadExtra.allCases.filter { !$0.isSilent })
    storm = try Storm(
      tree: root.appending("storm"), side: place.appending("side"), seed: seed, operations: operations, processes: 2,
      extras: extras)
    try Subprocess.output(of: "mkdir", [trees])
  }

  /// Changes single things and whole trees at the same time.
  func churn() throws {
    let copies = try TreeChurn.start(in: trees, copying: template, rounds: 3)
    _ = try storm.run()
    let status = try copies.wait(atMost: .seconds(1200))
    guard status == .exited(0) else {
      throw Options.Failure("'sh' ended with \(status): \(String(decoding: copies.capturedErrors, as: UTF8.self))")
    }
  }

  /// Removes everything that came in the cycle.
  func removeEverything() throws {
    try Subprocess.output(of: "find", [trees, storm.tree, storm.side, "-mindepth", "1", "-delete"])
  }
}
