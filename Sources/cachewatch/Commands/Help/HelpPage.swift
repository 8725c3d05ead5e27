/// The text of help, at most 80 columns wide.
enum HelpPage {
  private static let width = 80
  private static let helpColumn = 30

  /// The whole tool's page.
  static var overview: String {
    var page = "Usage:\n"
    page += Command.allCases.filter(\.isBuilt).map { "  \(synopsis(of: $0))\n" }.joined()
    page += "  cachewatch --help | --version\n\n"
    page += wrapped(
      "Keeps the sizes of directories current from the kernel's events, and equal to what 'du -s' would say, without "
        + "walking them again for each answer.")
    page += "\nCommands:\n"
    for command in Command.allCases where command.isBuilt {
      page += entry(command.rawValue, command.summary)
    }
    page += "\n"
    page += wrapped(
      "Only the first argument can be a command; a path that is named like one is written './size'. Without a command "
        + "it is watch; see 'cachewatch help watch' for its options.")
    page += "\n" + exitStatuses
    return page
  }

  /// One command's page.
  static func text(of command: Command) -> String {
    var page = "Usage: \(synopsis(of: command))\n\n"
    page += command.description.map(wrapped).joined(separator: "\n")
    page += "\nOptions:\n"
    for option in OptionTable.options(of: command) {
      page += entry(synopsis(of: option), option.help)
    }
    if command != .help { page += "\n" + exitStatuses }
    return page
  }

  private static func synopsis(of command: Command) -> String {
    switch command {
    case .watch: "cachewatch [watch] [OPTION...] [PATH...]"
    case .size: "cachewatch size [OPTION...] PATH..."
    case .clear: "cachewatch clear [OPTION...] PATH..."
    case .help: "cachewatch help [COMMAND]"
    default: "cachewatch \(command.rawValue) [OPTION...] [PATH...]"
    }
  }

  private static func synopsis(of option: ToolOption) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return letter + option.typed + (option.argument.map { " " + $0 } ?? "")
  }

  private static let exitStatuses =
    wrapped(
      "Exit status: 0 done; 1 something could not be read, deleted or reached, the rest is done all the same; 2 wrong "
        + "usage, or refused before anything was deleted; 3 a path is missing, or is no directory where one is needed; 4 over --fail-over, or free space at or below "
        + "--min-free; 5 the system refuses; 6 --verify found a difference; 130 interrupted.")

  /// A name and its explanation, in two columns.
  private static func entry(_ name: String, _ text: String) -> String {
    let start = "  " + name
    let lines = wrap(text, width: width - helpColumn)
    let indentation = String(repeating: " ", count: helpColumn)
    let isShort = start.count < helpColumn - 1
    let first =
      isShort ? start + String(repeating: " ", count: helpColumn - start.count) : start + "\n" + indentation
    return first + lines.joined(separator: "\n" + indentation) + "\n"
  }

  private static func wrapped(_ text: String) -> String {
    wrap(text, width: width).joined(separator: "\n") + "\n"
  }

  private static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
