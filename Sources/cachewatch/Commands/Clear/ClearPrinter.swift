internal import CacheClearing
internal import SystemCalls

/// Writes what `clear` has to say: JSON for programs, lines for people.
struct ClearPrinter {
  private let output: OutputOptions
  private let lineStyle: LineStyle
  private let sizeStyle: SizeStyle

  init(_ options: ClearOptions) {
    output = options.output
    lineStyle = output.lines
    sizeStyle = output.sizes(onTerminal: lineStyle.isTerminal)
  }

  /// An entry that would go.
  func print(_ candidate: ClearingCandidate, _ target: ClearTarget) {
    if output.isJSON {
      write(candidate.json(below: target.clearer.root))
      return
    }
    let tab = [UInt8(ascii: "\t")]
    write(
      lineStyle.colored(sizeStyle.text(candidate.allocatedBytes), .bold) + tab
        + Array(candidate.age.largestUnit.utf8) + tab + lineStyle.name(target.given.appending(candidate.path)))
  }

  /// What a dry run comes to.
  func print(_ prepared: PreparedClear) {
    print(prepared.forecast?.skipped ?? [], prepared.target)
    write(output.isJSON ? prepared.json : line("would clear ", prepared.target, expectation(prepared)))
  }

  /// What was done, and what was left.
  func print(_ report: ClearingReport, of prepared: PreparedClear) {
    let target = prepared.target
    print(report.skipped, target)
    guard !output.isJSON else {
      write(report.json(of: prepared.plan))
      return
    }
    var text = "\(sums(report)) freed"
    if let held = report.heldBytes, held > 0 { text += ", \(size(held)) of it only when open files are closed" }
    text += shortfall(of: prepared.plan)
    if report.isCancelled { text += ", interrupted" }
    write(line("cleared ", target, text))
  }

  /// What was left. People hear of what they wanted to keep only when they ask for more words.
  func print(_ skipped: [SkippedEntry], _ target: ClearTarget) {
    if output.isJSON {
      for entry in skipped { write(entry.json(below: target.clearer.root)) }
    } else if !output.isQuiet {
      for entry in skipped where !entry.reason.isRequested || output.isVerbose {
        Messages.complain("skipped '\(target.given.appending(entry.path))': \(entry.explanation)")
      }
    }
  }

  /// A plan in one sentence, for the question whether to carry it out.
  func summary(_ prepared: PreparedClear) -> String {
    "'\(prepared.target.given)': \(expectation(prepared))"
  }

  private func expectation(_ prepared: PreparedClear) -> String {
    var text = sums(prepared.forecast ?? ClearingReport()) + " to be freed"
    let plan = prepared.plan
    switch plan.refillBytes {
    case 0?: break
    case let bytes?: text += ", \(size(bytes)) of it for what is kept for root"
    case nil: text += " (what is kept for root is filled first; how much that is cannot be known here)"
    }
    text += shortfall(of: plan)
    if plan.ignoresAccessTimes { text += " (by modification: when files are read is not noted here)" }
    return text
  }

  private func shortfall(of plan: ClearingPlan) -> String {
    plan.shortfallBytes > 0 ? ", \(size(plan.shortfallBytes)) less than asked for" : ""
  }

  private func sums(_ report: ClearingReport) -> String {
    let files = report.files == 1 ? "1 file" : "\(report.files) files"
    let directories = report.directories == 1 ? "1 directory" : "\(report.directories) directories"
    return "\(files), \(directories), \(size(report.freedBytes))"
  }

  private func size(_ bytes: UInt64) -> String {
    sizeStyle.text(bytes) + (sizeStyle.units == .bytes ? " bytes" : "")
  }

  private func line(_ verb: String, _ target: ClearTarget, _ text: String) -> [UInt8] {
    Array(verb.utf8) + lineStyle.name(target.given) + Array(": \(text)".utf8)
  }

  private func write(_ line: [UInt8]) {
    StandardOutput.shared.write(line + [lineStyle.terminator])
  }
}
