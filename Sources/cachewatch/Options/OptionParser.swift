internal import CTerminalTools
internal import SystemCalls

/// Takes a command line apart with glibc's `getopt_long`.
@safe
struct OptionParser: ~Copyable {
  /// One piece of a command line.
  enum Item {
    case option(ToolOption.Key, argument: [UInt8])
    case operand(BytePath)
  }

  private let parser: OpaquePointer
  private let command: Command

  init(_ arguments: ArraySlice<BytePath>, for command: Command) {
    unsafe parser = cterminal_parser_new()
    self.command = command
    for option in OptionTable.options(of: command) {
      let letter = option.letter.flatMap(\.asciiValue).map(Int32.init) ?? 0
      unsafe cterminal_parser_add_option(
        parser, option.name, letter, option.argument != nil, option.key.rawValue)
    }
    for argument in arguments {
      let text = argument.bytes.map { CChar(bitPattern: $0) } + [0]
      unsafe cterminal_parser_add_argument(parser, text)
    }
  }

  deinit {
    unsafe cterminal_parser_free(parser)
  }

  /// The next piece; nil at the end.
  func next() throws(UsageError) -> Item? {
    let item = unsafe cterminal_parser_next(parser)
    let text: [UInt8] = unsafe item.text.map { unsafe Array(bytesOf: $0) } ?? []
    switch unsafe item.kind {
    case cterminal_end: return nil
    case cterminal_operand: return .operand(BytePath(bytes: text))
    case cterminal_option:
      guard let key = ToolOption.Key(rawValue: unsafe item.key) else { return nil }
      return .option(key, argument: text)
    case cterminal_unknown: throw unknown(text)
    case cterminal_ambiguous: throw ambiguous(text)
    case cterminal_argument_missing: throw missing(unsafe item.key)
    default: throw unwanted(unsafe item.key, text)
    }
  }

  private func unknown(_ text: [UInt8]) -> UsageError {
    let name = String(decoding: text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let others = OptionTable.all.filter { $0.typed == name || $0.letter.map { "-\($0)" } == name }
    if !others.isEmpty {
      let owners = Command.allCases.filter { owner in others.contains { $0.commands.contains(owner) } }
        .map { "'\($0.rawValue)'" }
      return error("'\(text.printable)' is an option of \(owners.joined(separator: " and "))")
    }
    return error("there is no option '\(text.printable)'")
  }

  private func ambiguous(_ text: [UInt8]) -> UsageError {
    let name = String(decoding: text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let matches = OptionTable.options(of: command).map(\.typed).filter { $0.hasPrefix(name) }
    return error("'\(text.printable)' could be \(matches.joined(separator: ", "))")
  }

  private func missing(_ key: Int32) -> UsageError {
    guard let option = OptionTable.all.first(where: { $0.key.rawValue == key }) else {
      return error("an argument is missing")
    }
    return error("'\(option.typed)' needs \(option.argument ?? "an argument")")
  }

  private func unwanted(_ key: Int32, _ text: [UInt8]) -> UsageError {
    guard let option = OptionTable.all.first(where: { $0.key.rawValue == key }) else {
      return error("an argument is not wanted")
    }
    return error("'\(option.typed)' takes no argument, so '\(text.printable)' makes no sense")
  }

  private func error(_ problem: String) -> UsageError {
    UsageError("\(command.rawValue): \(problem)", command: command)
  }
}
