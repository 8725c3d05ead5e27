/// The programs in this program.
enum Benchmarks {
  static var all: [any Benchmark.Type] {
    [
      Differential.self, Programs.self, Scan.self, Events.self, Query.self, Idle.self, Latency.self, Cycles.self,
      Soak.self,
      EndlessStorm.self,
    ]
  }

  /// Runs what the arguments name.
  /// - Returns: the exit status: 0 when every figure is as it should be, 1 when not, 2 when the arguments are wrong.
  static func run(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first, name != "--help" else {
      Console.line(usage)
      return arguments.isEmpty ? 2 : 0
    }
    do {
      if let child = ChildProcesses.all.first(where: { $0.name == name }) {
        return try child.run(Array(arguments.dropFirst()))
      }
      let chosen = name == "all" ? all : all.filter { $0.name == name }
      guard !chosen.isEmpty else { throw Options.Failure("there is no benchmark '\(name)'\n\(usage)") }
      var isWell = true
      for benchmark in chosen {
        var options = Options(Array(arguments.dropFirst()))
        let report = Report(benchmark: benchmark.name, asJSON: options.flag("--json"))
        let prepared = try benchmark.init(&options)
        // With `all`, each takes the options that it knows.
        if name != "all" { try options.finish() }
        isWell = try prepared.run(report) && isWell
      }
      return isWell ? 0 : 1
    } catch let failure as Options.Failure {
      Console.complaint(failure.description)
      return 2
    } catch {
      Console.complaint("\(error)")
      return 1
    }
  }

  private static var usage: String {
    let lines = all.map { "  \($0.name.padded(to: 14))\($0.summary)" }
    return """
      usage: benchmarks NAME [OPTION...]
      \(lines.joined(separator: "\n"))
        all           every one of them, with the options that each knows
      With --json each figure is one JSON object on a line.
      """
  }
}

/// Something that measures or proves, and says whether the figures are as they should be.
protocol Benchmark {
  static var name: String { get }
  /// What it does and which options it takes, in one line.
  static var summary: String { get }
  init(_ options: inout Options) throws
  /// - Returns: whether the figures are as they should be.
  func run(_ report: Report) throws -> Bool
}
