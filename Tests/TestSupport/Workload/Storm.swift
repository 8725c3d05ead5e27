package import SystemCalls

/// Several processes that change one tree at the same time, each with a workload of its own.
package struct Storm: Sendable {
  package let tree: BytePath
  /// A directory beside the tree: things are moved there and back.
  package let side: BytePath
  package var seed: UInt64
  /// The changes that all processes make together.
  package var operations: Int
  package var processes: Int
  package var extras: Set<WorkloadExtra>

  /// Makes `tree` and `side` in a directory, unless they are there.
  package init(
    in place: BytePath, seed: UInt64, operations: Int = 2000, processes: Int = 3,
    extras: Set<WorkloadExtra> = [.held]
  ) throws {
    try self.init(
      tree: place.appending("tree"), side: place.appending("side"), seed: seed, operations: operations,
      processes: processes, extras: extras)
  }

  /// Makes two directories on one file system, and those above them, unless they are there.
  package init(
    tree: BytePath, side: BytePath, seed: UInt64, operations: Int, processes: Int, extras: Set<WorkloadExtra>
  ) throws {
    self.tree = tree
    self.side = side
    try Subprocess.output(of: "mkdir", ["-p", tree, side])
    self.seed = seed
    self.operations = operations
    self.processes = processes
    self.extras = extras
  }

  /// Starts the processes; they need the `benchmarks` program beside this one.
  package func start() throws -> RunningStorm {
    var seeds = SeededGenerator(seed: seed)
    let share = (operations + processes - 1) / processes
    let children = try (0..<processes).map { (_) in
      try Subprocess(
        BuildProducts.program("benchmarks"),
        [
          "workload", tree, side, BytePath(String(seeds.next())), BytePath(String(share)),
          BytePath(extras.map(\.rawValue).sorted().joined(separator: ",")),
        ], output: .pipe)
    }
    return RunningStorm(children: children)
  }

  /// Runs the storm from start to end.
  package func run() throws -> WorkloadTally {
    try start().finish()
  }
}

/// A storm on its way.
package final class RunningStorm {
  package static let halfway = "halfway"

  private let children: [Subprocess]

  init(children: [Subprocess]) {
    self.children = children
  }

  /// Waits until each process has made half of its changes.
  package func waitUntilHalfway() throws {
    for child in children {
      let line = try child.nextLine()
      guard line == Array(Self.halfway.utf8) else { throw failure(of: child, line) }
    }
  }

  /// Waits for the end.
  /// - Returns: what the processes did together.
  package func finish() throws -> WorkloadTally {
    var total = WorkloadTally()
    for child in children {
      var last: [UInt8]?
      while let line = try child.nextLine() { last = line }
      guard try child.wait() == .exited(0), let last,
        let tally = WorkloadTally(String(decoding: last, as: UTF8.self))
      else { throw failure(of: child, last) }
      total = total + tally
    }
    return total
  }

  private func failure(of child: Subprocess, _ line: [UInt8]?) -> Subprocess.Failure {
    let words = (line ?? []).printable
    return Subprocess.Failure(
      description:
        "'\(child.command)' said '\(words)'; \(String(decoding: child.capturedErrors, as: UTF8.self))")
  }
}
