import TestSupport

/// Real programs at work in a tracked tree, and every directory against the disk after each of their steps.
struct Programs: Proof {
  static let name = "programs"
  static let summary = "[--on ext4,tmpfs] [--programs git,tar,rsync,pip,sqlite]"

  private let kinds: [TestDisk.Kind]
  private let programs: [RealProgram]

  init(_ options: inout Options) throws {
    kinds = try options.list("--on", of: TestDisk.Kind.self) ?? [.ext4, .tmpfs]
    programs = try options.list("--programs", of: RealProgram.self) ?? RealProgram.allCases
  }

  func run(_ report: Report) throws -> Bool {
    var isWell = true
    for kind in kinds {
      let disk = try TestDisk(kind)
      for program in programs where program.isAvailable {
        for (step, comparison) in try program.run(on: disk.root) {
          isWell = isWell && comparison.isExact
          report.line(
            [
              "on": .text(kind.rawValue), "program": .text(program.rawValue), "step": .text(step, width: 28),
              "directories": .count(comparison.directories), "differences": .count(comparison.differences.count),
              "complaints": .count(comparison.complaints.count),
            ], isWell: comparison.isExact)
          if !comparison.isExact { report.note(comparison.report) }
        }
      }
    }
    return isWell
  }
}
