/// One option of the tool, for the parser and for help.
struct ToolOption {
  /// What the rest of the tool knows an option by.
  enum Key: Int32, CaseIterable {
    case apparentSize, blockSize, bytes, humanReadable, si, oneFileSystem, maximumDepth, exclude, json, null,
      color
    case quiet, verbose, help, version
    case all, total, top, sort, scan, socket, settle, verify, failOver
    case interval, plain, audit, auditBudget, maximumWatches
    case minimumFree
    case everything, olderThan, toSize, keepFree, ageBy, minimumAge, protect, skipHidden, itself, pruneEmpty, aside
    case dryRun, yes, force
  }

  var key: Key
  /// The name behind the two dashes.
  var name: String
  /// The letter behind one dash.
  var letter: Character?
  /// What the argument is called in help; nil where there is none.
  var argument: String?
  var commands: Set<Command>
  var help: String

  /// The option as a person types it: `--max-depth`.
  var typed: String { "--" + name }
}
