internal import SystemCalls

/// The program: finds the command and runs it.
enum Tool {
  static let version = "0.1.0"

  /// Runs the command that the arguments name.
  static func run(_ arguments: [BytePath]) -> ExitStatus {
    do throws(UsageError) {
      return try dispatch(arguments)
    } catch {
      Messages.complain(error.message)
      let command = error.command.map { " \($0.rawValue)" } ?? ""
      Messages.complain("try 'cachewatch help\(command)'")
      return .usage
    }
  }

  private static func dispatch(_ arguments: [BytePath]) throws(UsageError) -> ExitStatus {
    guard let first = arguments.first, let word = Command(rawValue: first.string) else {
      return try run(.watch, arguments[...])
    }
    return try run(word, arguments.dropFirst())
  }

  private static func run(_ command: Command, _ arguments: ArraySlice<BytePath>) throws(UsageError)
    -> ExitStatus
  {
    guard command.isBuilt else {
      throw UsageError(
        "'\(command.rawValue)' is not part of this version; a path with that name is written './\(command.rawValue)'"
      )
    }
    let line = try ParsedLine(arguments, for: command)
    if line.options.contains(where: { $0.key == .help }) {
      return Help.print(command, isNamed: arguments.startIndex > 0)
    }
    if line.options.contains(where: { $0.key == .version }) { return Help.printVersion() }
    return switch command {
    case .watch: try WatchCommand(line).run()
    case .size: try SizeCommand(line).run()
    case .clear: try ClearCommand(line).run()
    case .doctor: try DoctorCommand(line).run()
    default: try Help.run(line)
    }
  }
}
