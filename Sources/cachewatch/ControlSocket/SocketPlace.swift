internal import SystemCalls

/// What is where a watch wants to put its socket.
enum SocketPlace {
  case free
  /// Somebody listens there.
  case answered
  /// Something that no watch of this user left behind.
  case foreign

  /// Looks, and removes a socket of this user on which nobody listens any more.
  static func clear(_ path: BytePath) throws(Errno) -> SocketPlace {
    do throws(Errno) {
      guard try LocalSocket.isSocket(at: path),
        try Descriptor.workingDirectory.status(of: path.bytes).owner == UserAccount.identifier
      else { return .foreign }
    } catch .noSuchFile {
      return .free
    }
    do throws(Errno) {
      try LocalSocket.connect(to: path, timeout: .seconds(1)).close()
      return .answered
    } catch .connectionRefused {
      try FileChanges.removeFile(path)
      return .free
    }
  }
}
