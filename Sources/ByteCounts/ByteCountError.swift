/// Why a text is not a size.
public struct ByteCountError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Code: Error, Hashable, Sendable {
    /// There is no text.
    case empty
    /// The amount has a minus sign.
    case negative
    /// The text does not begin with a number such as "10" or "1.5", or has more than 18 decimals.
    case notANumber
    /// What follows the number is no unit.
    case unknownUnit
    /// A number of bytes has decimals.
    case fractionOfByte
    /// The amount is above 2^64-1 bytes.
    case tooLarge
    /// A block has no bytes.
    case zeroBlock
  }

  /// What is wrong.
  public let code: Code
  /// The text as it was given.
  public let text: String

  package init(code: Code, text: String) {
    self.code = code
    self.text = text
  }
}

extension ByteCountError: CustomStringConvertible {
  /// What was tried, why not, and what helps: "'10Q' is not a size: ...".
  public var description: String {
    "'\(quoted)' is not a size: " + reason
  }

  /// Only ASCII belongs into a size: everything else is escaped, above all what could move a cursor.
  private var quoted: String {
    text.unicodeScalars.map { $0 == "'" ? "'" : $0.escaped(asASCII: true) }.joined()
  }

  private var reason: String {
    switch code {
    case .empty: "it is empty; write a number and a unit, such as 500M or 2GB"
    case .negative: "it is negative"
    case .notANumber: "it does not begin with a number such as 10 or 1.5"
    case .unknownUnit:
      "the unit is unknown; use K, M, G, T, P or E (powers of 1024), or kB, MB, ... (of 1000)"
    case .fractionOfByte: "there are no parts of bytes; add a unit, such as K or M"
    case .tooLarge: "it is above 18446744073709551615 bytes"
    case .zeroBlock: "a block has at least one byte"
    }
  }
}
