internal import SystemCalls

/// What json-c leaves as it is, but a reader of a log should not meet.
enum JSONText {
  /// Writes DEL, C1 controls, and the characters that reorder or hide text as `\uXXXX`.
  ///
  /// They can only stand inside strings, so the text's meaning stays the same.
  static func escapingInvisible(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 >= 0x7F }) else { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count + 16)
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7F, scalar.isUnsafeToPrint {
        for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
          let digits = String(unit, radix: 16)
          result += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
      } else {
        result += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
      }
    }
    return result
  }
}
