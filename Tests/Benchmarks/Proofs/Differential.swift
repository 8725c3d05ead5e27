import SizeTracking
import SystemCalls
import TestSupport

/// Random changes by several processes, then every directory against the disk.
struct Differential: Proof {
  static let name = "differential"
  static let summary =
    "[--rounds 100] [--operations 2000] [--processes 3] [--seed N] [--on KINDS] [--start WHEN] [--extras LIST]"

  private let rounds: Int
  private let operations: Int
  private let processes: Int
  private let seed: UInt64
  private let kinds: [TestDisk.Kind]
  private let extras: Set<WorkloadExtra>
  private let start: DifferentialRound.Start?

  init(_ options: inout Options) throws {
    rounds = try options.number("--rounds") ?? 100
    operations = try options.number("--operations") ?? 2000
    processes = try options.number("--processes") ?? 3
    seed = try options.number("--seed").map(UInt64.init) ?? UInt64.random(in: 0..<1_000_000_000)
    kinds = try options.list("--on", of: TestDisk.Kind.self) ?? .matrix
    extras = Set(try options.list("--extras", of: WorkloadExtra.self) ?? WorkloadExtra.allCases)
    start = try options.list("--start", of: DifferentialRound.Start.self)?.first
  }

  func run(_ report: Report) throws -> Bool {
    var isWell = true
    for kind in kinds {
      var directories = 0
      var differences = 0
      var complaints = 0
      for round in 0..<rounds {
        let outcome = try self.round(round, on: kind)
        for comparison in [outcome.comparison] + (outcome.audit.map { [$0.comparison] } ?? []) {
          differences += comparison.differences.count
          complaints += comparison.complaints.count
        }
        directories += outcome.comparison.directories
        show(outcome, on: kind, in: report)
      }
      let isExact = differences == 0 && complaints == 0
      isWell = isWell && isExact
      report.line(
        [
          "on": .text(kind.rawValue), "rounds": .count(rounds), "directories": .count(directories),
          "differences": .count(differences), "complaints": .count(complaints),
        ], isWell: isExact)
    }
    return isWell
  }

  private func round(_ number: Int, on kind: TestDisk.Kind) throws -> DifferentialRound.Outcome {
    var round = DifferentialRound(on: kind, seed: seed + UInt64(number), start: start)
    round.operations = operations
    round.processes = processes
    round.extras = extras
    return try round.run()
  }

  private func show(_ outcome: DifferentialRound.Outcome, on kind: TestDisk.Kind, in report: Report) {
    report.line(
      [
        "on": .text(kind.rawValue), "round": .text(outcome.name, width: 32),
        "operations": .count(outcome.tally.performed), "directories": .count(outcome.comparison.directories),
        "events": .count(Int(outcome.statistics.events)), "overflows": .count(outcome.statistics.overflows),
        "audited": .count(outcome.audit?.report.entries ?? 0),
        "differences": .count(outcome.comparison.differences.count),
        "complaints": .count(outcome.comparison.complaints.count),
        "settling": .count(outcome.statistics.settling),
      ], isWell: outcome.isExact)
    if !outcome.comparison.isExact { report.note(outcome.comparison.report) }
    if let before = outcome.audit?.comparison, !before.isExact { report.note("before the audit: " + before.report) }
  }
}
