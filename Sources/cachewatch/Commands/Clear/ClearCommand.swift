internal import CacheClearing
internal import SystemCalls

/// `cachewatch clear`: deletes the contents of each PATH.
struct ClearCommand {
  private let options: ClearOptions
  private let paths: [BytePath]

  init(_ line: ParsedLine) throws(UsageError) {
    options = try ClearOptions(line)
    paths = line.operands
    guard !paths.isEmpty else { throw UsageError("clear: a PATH is missing", command: .clear) }
    guard options.isDryRun || options.isConfirmed || ClearPrompt.isPossible else {
      throw UsageError(
        "clear: nobody can be asked here; '--yes' deletes, '--dry-run' shows what would go", command: .clear)
    }
  }

  func run() -> ExitStatus {
    let interruption = Interruption()
    var outcome = Outcome()
    do throws(Errno) {
      try interruption.listen()
    } catch {
      Messages.complain("cannot start a thread: \(error)")
      return .system
    }
    // All of them before anything is touched: a slip in one PATH may mean a slip in the others.
    let targets = paths.compactMap { target($0, &outcome) }
    if outcome.status != .usage { clear(targets, interruption, &outcome) }
    outcome.add(StandardOutput.shared.finish())
    return outcome.status
  }

  private func target(_ path: BytePath, _ outcome: inout Outcome) -> ClearTarget? {
    outcome.reporting { () throws(ClearingError) in
      ClearTarget(given: path, clearer: try CacheClearer(root: path, allowing: options.permissions))
    }
  }

  private func clear(_ targets: [ClearTarget], _ interruption: Interruption, _ outcome: inout Outcome) {
    let printer = ClearPrinter(options)
    let progress = ProgressLine(options.output)
    let goals = ClearGoals(options, targets)
    let preparation = ClearPreparation(options, goals, printer, progress)
    var prepared: [PreparedClear] = []
    if options.isDryRun || !options.isConfirmed {
      for target in targets {
        let item = outcome.reporting { () throws(ClearingError) in try preparation.prepare(target, after: prepared) }
        if let item { prepared.append(item) }
      }
      // Still nothing is touched: what is refused by now refuses the others too.
      guard outcome.status != .usage, !prepared.isEmpty else { return }
    }
    guard !options.isDryRun else {
      if prepared.contains(where: { $0.forecast?.isComplete == false }) { outcome.add(.partial) }
      if goals.isMissed(by: prepared.map(\.plan)) { outcome.add(.partial) }
      return
    }
    guard options.isConfirmed || ClearPrompt.isAccepted(prepared, printer) else {
      Messages.complain("nothing was deleted")
      outcome.add(.usage)
      return
    }
    let crew =
      options.isConfirmed
      ? ClearCrew(targets, nil, options, goals)
      : ClearCrew(prepared.map(\.target), prepared.map(\.plan), options, goals)
    let reporting = ClearReporting(crew, printer, progress)
    interruption.govern(reporting)
    do throws(Errno) {
      try crew.start()
    } catch {
      Messages.complain("cannot start a thread: \(error)")
      return outcome.add(.system)
    }
    let (plans, status) = reporting.finish()
    outcome.add(status)
    if goals.isMissed(by: plans) { outcome.add(.partial) }
  }
}

/// One PATH of `clear`.
struct ClearTarget {
  /// As it was given: text shows it so.
  var given: BytePath
  var clearer: CacheClearer
}
