internal import SystemCalls

/// The socket that a watch answers on, and its place in the file system.
struct ListeningSocket {
  let socket: LocalSocket
  let path: BytePath
  private let identity: FileIdentity

  /// Takes a place: it must be free, or hold a socket on which nobody listens any more.
  init(at path: BytePath) throws(SocketDirectory.Problem) {
    switch try Self.clear(path) {
    case .free: break
    case .answered: throw SocketDirectory.Problem(message: "another process answers at '\(path)'")
    case .foreign:
      throw SocketDirectory.Problem(
        message: "'\(path)' is in the way: it is not a socket that a watch left behind")
    }
    (socket, identity) = try Self.publish(path)
    self.path = path
  }

  /// Gives the place up, unless someone else has taken it.
  func remove() {
    guard let status = try? Descriptor.workingDirectory.status(of: path.bytes), status.identity == identity
    else {
      return
    }
    try? FileChanges.removeFile(path)
  }

  private static func clear(_ path: BytePath) throws(SocketDirectory.Problem) -> SocketPlace {
    do throws(Errno) {
      return try SocketPlace.clear(path)
    } catch {
      throw problem(path, error)
    }
  }

  /// Makes the socket under another name first: a client that finds one where nobody listens yet removes it.
  private static func publish(
    _ path: BytePath
  ) throws(SocketDirectory.Problem) -> (LocalSocket, FileIdentity) {
    let hidden = BytePath(bytes: path.bytes + Array("~".utf8))
    do throws(Errno) {
      _ = try SocketPlace.clear(hidden)
      let socket = try LocalSocket.listen(at: hidden, backlog: 16)
      do throws(Errno) {
        let identity = try Descriptor.workingDirectory.status(of: hidden.bytes).identity
        try FileChanges.link(hidden, to: path)
        try FileChanges.removeFile(hidden)
        return (socket, identity)
      } catch {
        socket.close()
        try? FileChanges.removeFile(hidden)
        throw error
      }
    } catch {
      throw problem(path, error)
    }
  }

  private static func problem(_ path: BytePath, _ reason: Errno) -> SocketDirectory.Problem {
    let limit = reason == .nameTooLong ? "; a socket's path has at most 106 bytes" : ""
    return SocketDirectory.Problem(message: "cannot listen at '\(path)': \(reason)\(limit)")
  }
}
