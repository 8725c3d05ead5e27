internal import SystemCalls

/// How lines of text look: what ends them, whether they are colored, and whether names are escaped.
struct LineStyle {
  /// When to use colors.
  enum ColorChoice: String, CaseIterable {
    case auto, always, never
  }

  /// The few colors that carry meaning.
  enum Color: String {
    case bold = "1"
    case red = "31"
    case yellow = "33"
    case green = "32"
  }

  var isTerminal: Bool
  var hasColors: Bool
  var terminator: UInt8

  init(color: ColorChoice, isNullTerminated: Bool) {
    isTerminal = Descriptor.standardOutput.isTerminal
    terminator = isNullTerminated ? 0 : UInt8(ascii: "\n")
    hasColors =
      switch color {
      case .always: true
      case .never: false
      case .auto: isTerminal && Self.environmentAllowsColors
      }
  }

  private static var environmentAllowsColors: Bool {
    let asksForNone = UserAccount.environment("NO_COLOR").map { !$0.isEmpty } ?? false
    let terminal = UserAccount.environment("TERM")
    return !asksForNone && terminal != nil && terminal != "" && terminal != "dumb"
  }

  /// The text between the sequences for a color.
  func colored(_ text: String, _ color: Color?) -> [UInt8] {
    guard hasColors, let color else { return Array(text.utf8) }
    return Array("\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m".utf8)
  }

  /// A name: its own bytes in a pipe, escaped where it could move a cursor.
  func name(_ path: BytePath) -> [UInt8] {
    isTerminal ? Array(path.description.utf8) : path.bytes
  }
}
