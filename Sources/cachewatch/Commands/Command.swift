/// The words that the first argument may be.
enum Command: String, CaseIterable {
  case watch, size, clear, doctor, help, completions, manual

  /// Whether this version has it. The others' names are reserved, so that a path of that name never changes meaning.
  var isBuilt: Bool {
    switch self {
    case .watch, .size, .clear, .doctor, .help: true
    case .completions, .manual: false
    }
  }

  /// What it does, for the list of commands.
  var summary: String {
    switch self {
    case .watch: "keep the sizes of directories current, one line per change"
    case .size: "print sizes: at once from a running watch, else by scanning"
    case .clear: "delete the contents of directories: everything, or what is old"
    case .doctor: "show what this system allows: limits, file systems, events"
    case .help: "explain a command"
    case .completions, .manual: "reserved"
    }
  }
}
