/// A command line that cannot be understood.
struct UsageError: Error {
  /// What was tried, on what, why not, and what helps.
  var message: String
  /// Whose help explains it.
  var command: Command?

  init(_ message: String, command: Command? = nil) {
    self.message = message
    self.command = command
  }
}
