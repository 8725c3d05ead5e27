internal import CSystem
internal import Glibc

/// A Unix-domain stream socket that has a path.
package struct LocalSocket: Hashable, Sendable {
  /// The open socket.
  package let descriptor: Descriptor

  /// Who is at the other end, as the kernel noted when it connected.
  package struct Peer: Hashable, Sendable {
    package var user: UInt32
    package var process: Int32
  }

  /// Connects to the socket at a path. `connectionRefused` means that nobody listens there.
  package static func connect(to path: BytePath, timeout: Duration?) throws(Errno) -> LocalSocket {
    try open { (socket) throws(Errno) in
      try socket.setTimeout(timeout)
      _ = try unsafe path.bytes.withCString { (path) throws(Errno) in
        try retryingInterrupts { Int(unsafe csystem_local_connect(socket.descriptor.rawValue, path)) }
      }
    }
  }

  /// Makes a socket at a path where nothing is yet, for this user only, and listens.
  ///
  /// The path appears before the socket listens: make it under a name that no client looks for.
  package static func listen(at path: BytePath, backlog: Int32) throws(Errno) -> LocalSocket {
    try open { (socket) throws(Errno) in
      try unsafe path.bytes.withCString { (path) throws(Errno) in
        _ = try retryingInterrupts { Int(unsafe csystem_local_bind(socket.descriptor.rawValue, path)) }
        _ = try retryingInterrupts { Int(unsafe chmod(path, 0o600)) }
      }
      _ = try retryingInterrupts { Int(Glibc.listen(socket.descriptor.rawValue, backlog)) }
    }
  }

  private static func open(_ prepare: (LocalSocket) throws(Errno) -> Void) throws(Errno) -> LocalSocket {
    let number = try retryingInterrupts { Int(csystem_local_socket()) }
    let socket = LocalSocket(descriptor: Descriptor(rawValue: Int32(number)))
    do {
      try prepare(socket)
    } catch {
      socket.close()
      throw error
    }
    return socket
  }

  /// Waits for the next client.
  package func accept() throws(Errno) -> LocalSocket {
    let number = try retryingInterrupts { Int(csystem_local_accept(descriptor.rawValue)) }
    return LocalSocket(descriptor: Descriptor(rawValue: Int32(number)))
  }

  /// Limits how long one read or write may wait for the other side; nil is for ever.
  package func setTimeout(_ timeout: Duration?) throws(Errno) {
    var microseconds: Int64 = 0
    if let timeout {
      let (seconds, attoseconds) = timeout.components
      // 0 would mean for ever.
      microseconds = max(1, min(seconds, 1 << 40) * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
    _ = try retryingInterrupts { Int(csystem_local_timeouts(descriptor.rawValue, microseconds)) }
  }

  package func peer() throws(Errno) -> Peer {
    var peer = Peer(user: 0, process: 0)
    _ = try retryingInterrupts {
      Int(unsafe csystem_local_peer(descriptor.rawValue, &peer.user, &peer.process))
    }
    return peer
  }

  /// Whether a socket is at a path; a symbolic link is not followed.
  package static func isSocket(at path: BytePath) throws(Errno) -> Bool {
    var status = stat()
    _ = try unsafe path.bytes.withCString { (path) throws(Errno) in
      try retryingInterrupts { Int(unsafe lstat(path, &status)) }
    }
    return status.st_mode & S_IFMT == S_IFSOCK
  }

  package func close() {
    descriptor.close()
  }
}

extension Errno {
  /// Nobody listens on the socket.
  package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
}
