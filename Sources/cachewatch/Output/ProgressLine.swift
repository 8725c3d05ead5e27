internal import SystemCalls

/// One line on the terminal that is written over again and again. Elsewhere nothing is shown.
struct ProgressLine {
  let isShown: Bool
  let sizes: SizeStyle
  private let width = 79

  init(_ output: OutputOptions) {
    sizes = output.sizes(onTerminal: true)
    isShown = Descriptor.standardError.isTerminal && !output.isQuiet
  }

  /// - Parameter text: safe to print: names in it are escaped.
  func show(_ text: String) {
    guard isShown else { return }
    // Cut, so that the terminal does not break the line: a second one would stay.
    let line = text.count > width ? text.prefix(width - 3) + "..." : text[...]
    try? Descriptor.standardError.write(Array("\r\u{1B}[K\(line)".utf8))
  }

  func erase() {
    guard isShown else { return }
    try? Descriptor.standardError.write(Array("\r\u{1B}[K".utf8))
  }
}
