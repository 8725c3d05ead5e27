internal import SystemCalls

/// Where a watch and the programs that ask it meet.
enum SocketChoice {
  /// In the user's own directory for such sockets.
  case standard
  case path(BytePath)
  case none

  init(_ argument: OptionArgument) throws(UsageError) {
    if let path = try argument.pathOrNone() {
      self = .path(path)
    } else {
      self = .none
    }
  }
}
