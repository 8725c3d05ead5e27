internal import SystemCalls

/// A command line taken apart: what is an option, and what is not.
struct ParsedLine {
  /// An option as it was given.
  struct Occurrence {
    var key: ToolOption.Key
    var argument: OptionArgument
  }

  let command: Command
  private(set) var options: [Occurrence] = []
  private(set) var operands: [BytePath] = []

  init(_ arguments: ArraySlice<BytePath>, for command: Command) throws(UsageError) {
    self.command = command
    let parser = OptionParser(arguments, for: command)
    while let item = try parser.next() {
      switch item {
      case .operand(let path): operands.append(path)
      case .option(let key, let argument):
        options.append(
          Occurrence(key: key, argument: OptionArgument(bytes: argument, key: key, command: command)))
      }
    }
  }
}
