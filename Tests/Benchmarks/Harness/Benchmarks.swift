/// The programs in this program.
enum Benchmarks {
  private static var measurements: [any Measurement.Type] {
    [
      Scan.self, Memory.self, Events.self, Latency.self, Query.self, Observers.self, Clear.self, Idle.self, Growth.self,
    ]
  }

  private static var proofs: [any Proof.Type] {
    [Differential.self, Programs.self, Cycles.self, Soak.self, EndlessStorm.self]
  }

  /// Runs what the arguments name.
  /// - Returns: the exit status: 0 when every figure is as it should be, 1 when not, 2 when the arguments are wrong.
  static func run(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first, name != "--help" else {
      Console.line(usage)
      return arguments.isEmpty ? 2 : 0
    }
    let rest = Array(arguments.dropFirst())
    do {
      if let child = ChildProcesses.all.first(where: { $0.name == name }) { return try child.run(rest) }
      let chosen = measurements.filter { name == "all" || name == $0.name }
      if !chosen.isEmpty { return try run(chosen, rest) ? 0 : 1 }
      if let proof = proofs.first(where: { $0.name == name }) { return try run(proof, rest) ? 0 : 1 }
      throw Options.Failure("there is no benchmark '\(name)'\n\(usage)")
    } catch let failure as Options.Failure {
      Console.complaint(failure.description)
      return 2
    } catch {
      Console.complaint("\(error)")
      return 1
    }
  }

  private static func run(_ chosen: [any Measurement.Type], _ arguments: [String]) throws -> Bool {
    var common = Options(arguments)
    let asJSON = common.flag("--json")
    let setting = try Setting(&common)
    let prepared = try chosen.map { (type) -> (name: String, measurement: any Measurement) in
      var options = common
      let measurement = try type.init(&options, in: setting)
      // With `all`, each takes the options that it knows.
      if chosen.count == 1 { try options.finish() }
      return (type.name, measurement)
    }
    Report(benchmark: "machine", asJSON: asJSON).header(setting)
    var isWell = true
    for (name, measurement) in prepared {
      isWell = try measurement.run(Report(benchmark: name, asJSON: asJSON)) && isWell
    }
    return isWell
  }

  private static func run(_ proof: any Proof.Type, _ arguments: [String]) throws -> Bool {
    var options = Options(arguments)
    let asJSON = options.flag("--json")
    let prepared = try proof.init(&options)
    try options.finish()
    Report(benchmark: "machine", asJSON: asJSON).header()
    return try prepared.run(Report(benchmark: proof.name, asJSON: asJSON))
  }

  private static var usage: String {
    func lines(_ benchmarks: [any Benchmark.Type]) -> String {
      benchmarks.map { "  \($0.name.padded(to: 14))\($0.summary)" }.joined(separator: "\n")
    }
    return """
      usage: benchmarks NAME [OPTION...]
      Figures beside those of other programs, by turns in one run, and beside their budgets:
      \(lines(measurements))
        all           every one of these, with the options that each knows
      They take [--against \(Peer.allCases.map(\.rawValue).joined(separator: ","))] [--in DIRECTORY].
      What has to be exact, or may not grow:
      \(lines(proofs))
      With --json each line is one JSON object. The exit status is 1 when a figure misses what it should be.
      """
  }
}
