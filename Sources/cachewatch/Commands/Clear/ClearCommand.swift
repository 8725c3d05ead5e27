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
    reporting(&outcome) { () throws(ClearingError) in
      ClearTarget(given: path, clearer: try CacheClearer(root: path, allowing: options.permissions))
    }
  }

  private func clear(_ targets: [ClearTarget], _ interruption: Interruption, _ outcome: inout Outcome) {
    let printer = ClearPrinter(options)
    let progress = ProgressLine(options.output)
    let preparation = ClearPreparation(options, printer, progress)
    let prepared = targets.compactMap { target in
      reporting(&outcome) { () throws(ClearingError) in try preparation.prepare(target) }
    }
    guard !options.isDryRun else {
      if prepared.contains(where: { $0.plan.shortfallBytes > 0 || $0.forecast?.isComplete == false }) {
        outcome.add(.partial)
      }
      return
    }
    guard !prepared.isEmpty else { return }
    guard options.isConfirmed || ClearPrompt.isAccepted(prepared, printer) else {
      Messages.complain("nothing was deleted")
      outcome.add(.usage)
      return
    }
    for item in prepared {
      let report = reporting(&outcome) { () throws(ClearingError) in
        try interruption.cancelling { () throws(ClearingError) in
          try item.target.clearer.start(item.plan)
        } _: { run in
          let report = progress.follow(run, item.target)
          printer.print(report, of: item)
          return report
        }
      }
      if let report = report ?? nil, !report.isComplete || item.plan.shortfallBytes > 0 { outcome.add(.partial) }
      // Whether or not something was left to cancel: whoever wants an end does not want the next PATH cleared.
      guard !interruption.isRequested else {
        outcome.add(.interrupted)
        return
      }
    }
  }

  private func reporting<Result>(
    _ outcome: inout Outcome, _ body: () throws(ClearingError) -> Result
  ) -> Result? {
    do throws(ClearingError) {
      return try body()
    } catch {
      Messages.complain(error.message)
      outcome.add(ExitStatus(error))
      return nil
    }
  }
}

/// One PATH of `clear`.
struct ClearTarget {
  /// As it was given: text shows it so.
  var given: BytePath
  var clearer: CacheClearer
}

extension ExitStatus {
  fileprivate init(_ error: ClearingError) {
    switch error.code {
    case .refused, .notACache, .unsafePath, .rootChanged, .invalidPlan: self = .usage
    case .noSuchDirectory, .notDirectory: self = .missing
    case .permissionDenied, .systemRefused, .cancelled: self = error.cause.map(ExitStatus.init) ?? .system
    }
  }
}
