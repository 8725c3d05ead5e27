extension [UInt8] {
  /// The bytes as text that cannot move a cursor, change a colour, or reorder a line.
  ///
  /// Control characters, bidirectional controls and bytes that are not UTF-8 appear as escapes: `\n`, `\x1B`,
  /// `\u{202E}`; a backslash is doubled.
  package var printable: String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = makeIterator()
    var position = 0
    parsing: while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        text += Self.escape(Unicode.UTF8.decode(encoded))
        position += encoded.count
      case .error(let length):
        for byte in self[position..<position + length] { text += "\\x" + Self.hexadecimal(UInt32(byte), digits: 2) }
        position += length
      case .emptyInput:
        break parsing
      }
    }
    return text
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F: "\\x" + hexadecimal(scalar.value, digits: 2)
    case _ where scalar.isUnsafeToPrint: "\\u{" + hexadecimal(scalar.value, digits: 4) + "}"
    default: String(Character(scalar))
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}

extension Unicode.Scalar {
  /// Whether the character could change how the text around it is shown: C0, C1, line separators, bidirectional
  /// and other invisible formatting.
  package var isUnsafeToPrint: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}
