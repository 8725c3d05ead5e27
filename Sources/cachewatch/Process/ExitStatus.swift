/// What the tool tells the program that started it.
enum ExitStatus: Int32 {
  case done = 0
  /// Something could not be read or was skipped; the number is there all the same.
  case partial = 1
  /// The command line is wrong; nothing was done.
  case usage = 2
  /// A path is missing, or is not a directory where one is needed.
  case missing = 3
  case overLimit = 4
  /// The system refuses: no descriptors, no memory, output that cannot be written.
  case system = 5
  /// The disk and the watcher disagree.
  case drift = 6
  case interrupted = 130
}

/// The outcome of a command that goes on after a failure: the gravest is its status.
struct Outcome {
  private static let byGravity: [ExitStatus] = [
    .interrupted, .usage, .system, .missing, .overLimit, .drift, .partial, .done,
  ]

  private(set) var status = ExitStatus.done

  mutating func add(_ other: ExitStatus) {
    status = Self.byGravity.first { $0 == status || $0 == other } ?? status
  }
}
