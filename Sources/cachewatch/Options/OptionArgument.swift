internal import ByteCounts
internal import SystemCalls

/// An option's argument, with the words for saying what is wrong with it.
struct OptionArgument {
  var bytes: [UInt8]
  var key: ToolOption.Key
  var command: Command

  var path: BytePath { BytePath(bytes: bytes) }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The error for an argument that is not what the option needs.
  func wrong(_ need: String) -> UsageError {
    UsageError(
      "\(command.rawValue): '\(bytes.printable)' is no argument for '\(optionName)': \(need)", command: command)
  }

  /// The error for an argument that is no size.
  func wrong(_ reason: ByteCountError) -> UsageError {
    UsageError("\(command.rawValue): \(optionName): \(reason)", command: command)
  }

  private var optionName: String { OptionTable.option(key)?.typed ?? "" }

  /// A whole number of at least `minimum`.
  func number(atLeast minimum: Int) throws(UsageError) -> Int {
    guard let number = Int(digits: bytes), number >= minimum else {
      throw wrong("it needs a whole number of at least \(minimum)")
    }
    return number
  }

  /// A number behind which there is a percent sign: 1 to 100.
  func percentage() throws(UsageError) -> Int {
    guard bytes.last == UInt8(ascii: "%"), let number = Int(digits: bytes.dropLast()), 1...100 ~= number
    else {
      throw wrong("it needs a percentage from 1% to 100%")
    }
    return number
  }

  /// One of a few words.
  func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(UsageError) -> Word
  where Word.RawValue == String {
    guard let word = Word(rawValue: text) else {
      throw wrong("it needs \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// An amount of storage.
  func size() throws(UsageError) -> UInt64 {
    do throws(ByteCountError) {
      return try ByteCount(parsing: text).bytes
    } catch {
      throw wrong(error)
    }
  }

  /// A span of time of at least `minimum`.
  func duration(atLeast minimum: Duration) throws(UsageError) -> Duration {
    guard let duration = Duration(text: bytes) else {
      throw wrong("it needs a number with a unit: 250ms, 90s, 5m, 6h, 7d")
    }
    guard duration >= minimum else { throw wrong("it needs at least \(minimum)") }
    return duration
  }

  /// A pattern for names.
  func glob() throws(UsageError) -> String {
    guard !bytes.isEmpty else { throw wrong("it needs a pattern, such as '*.tmp'") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw wrong("it needs a pattern in UTF-8")
    }
    return text
  }

  /// A path, or nil for the word `none`.
  func pathOrNone() throws(UsageError) -> BytePath? {
    guard !bytes.isEmpty else { throw wrong("it needs a path, or none") }
    return text == "none" ? nil : path
  }
}

extension Int {
  /// The number that the digits make: no sign, no space.
  init?(digits: some Collection<UInt8>) {
    guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    self.init(String(decoding: digits, as: UTF8.self))
  }
}
