internal import SystemCalls

/// `cachewatch help` and `--help`.
enum Help {
  static func run(_ line: ParsedLine) throws(UsageError) -> ExitStatus {
    guard let word = line.operands.first else { return print(.watch, isNamed: false) }
    guard line.operands.count == 1 else {
      throw UsageError("help: explains one command at a time", command: .help)
    }
    guard let command = Command(rawValue: word.string), command.isBuilt else {
      throw UsageError("help: there is no command '\(word)' in this version", command: .help)
    }
    return print(command, isNamed: true)
  }

  /// Prints the help of a command, or of the whole tool where none was named.
  static func print(_ command: Command, isNamed: Bool) -> ExitStatus {
    StandardOutput.shared.write((isNamed ? HelpPage.text(of: command) : HelpPage.overview).utf8)
    return StandardOutput.shared.finish()
  }

  static func printVersion() -> ExitStatus {
    StandardOutput.shared.write("cachewatch \(Tool.version)\n".utf8)
    return StandardOutput.shared.finish()
  }
}
