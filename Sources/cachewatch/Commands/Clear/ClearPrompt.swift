internal import SystemCalls

/// Asks whether to delete.
enum ClearPrompt {
  /// Whether there is a person to ask.
  static var isPossible: Bool { Descriptor.standardInput.isTerminal && Descriptor.standardError.isTerminal }

  /// Shows what would go, and waits for an answer. Anything but yes is no.
  static func isAccepted(_ prepared: [PreparedClear], _ printer: ClearPrinter) -> Bool {
    var question = prepared.map { "clear \(printer.summary($0))\n" }.joined()
    question += "Delete this for good? [y/N] "
    try? Descriptor.standardError.write(Array(question.utf8))
    return [["y"], ["yes"]].contains(readAnswer().lowercased().split(whereSeparator: \.isWhitespace))
  }

  private static func readAnswer() -> String {
    var line: [UInt8] = []
    // A terminal hands out a line at a time.
    while !line.contains(UInt8(ascii: "\n")), line.count < 1024,
      let count = try? Descriptor.standardInput.read(upTo: 1024, appendingTo: &line), count > 0
    {}
    return String(decoding: line, as: UTF8.self)
  }
}
