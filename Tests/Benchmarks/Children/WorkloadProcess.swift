import SystemCalls
import TestSupport

/// One process of a storm.
enum WorkloadProcess: ChildProcess {
  static let name = "workload"

  /// Arguments: the tree, the directory beside it, seed, operations, extras with commas between them.
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 5, let seed = UInt64(arguments[2]), let operations = Int(arguments[3]) else {
      throw Options.Failure("usage: benchmarks workload TREE SIDE SEED OPERATIONS EXTRAS")
    }
    let extras = arguments[4].split(separator: ",").compactMap { WorkloadExtra(rawValue: String($0)) }
    var workload = try Workload(
      tree: BytePath(arguments[0]), side: BytePath(arguments[1]), seed: seed, extras: Set(extras))
    let tally = try workload.run(operations: operations) { Console.line(RunningStorm.halfway) }
    Console.line(tally.description)
    return 0
  }
}
