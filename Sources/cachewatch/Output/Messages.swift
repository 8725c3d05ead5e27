internal import SystemCalls

/// What the tool says on standard error. Nothing can be done when that fails.
enum Messages {
  /// Says a sentence that is safe to print: names in it are escaped.
  static func complain(_ sentence: String) {
    let line = Array("cachewatch: \(sentence)\n".utf8)
    try? Descriptor.standardError.write(line)
  }
}
