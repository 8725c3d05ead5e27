import SystemCalls
import TestSupport

/// A process that answers at a socket, but not as a watch should.
final class FakeWatch: Sendable {
  let path: BytePath
  private let place: TemporaryDirectory
  private let socket: LocalSocket

  /// - Parameter reply: what each client gets for each of its lines; nil hangs up.
  init(reply: @escaping @Sendable () -> [UInt8]?) throws {
    place = try TemporaryDirectory()
    path = place.path("socket")
    let socket = try LocalSocket.listen(at: path, backlog: 8)
    self.socket = socket
    try DedicatedThread.start(named: "fake-watch") {
      while let client = try? socket.accept() {
        var question: [UInt8] = []
        while let count = try? client.descriptor.read(upTo: 65_536, appendingTo: &question), count > 0 {
          guard let reply = reply() else { break }
          try? client.descriptor.write(reply)
        }
        client.close()
      }
    }
  }

  /// An answer with a number that no directory has, for a path.
  static func answer(about path: BytePath, bytes: UInt64, state: String = "live", reasons: String = "") -> [UInt8] {
    let line =
      #"{"event":"usage","path":"\#(path.string)","allocated_bytes":\#(bytes),"apparent_bytes":7,"files":3,"#
      + #""directories":2,"state":"\#(state)","reasons":[\#(reasons)],"source":"live"}"#
    return Array((line + "\n").utf8)
  }

  static func end(_ count: Int) -> [UInt8] { Array(#"{"end":\#(count)}"#.utf8) + [UInt8(ascii: "\n")] }
}
