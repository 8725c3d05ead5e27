import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct SocketPlaceTests {
  @Test(
    "something foreign at the socket's place stays untouched, is named, and the watch goes on",
    arguments: [
      "echo precious > PLACE", "ln -s elsewhere PLACE", "mkdir PLACE", "mkfifo PLACE",
    ])
  func foreign(script: String) async throws {
    let tree = try SampleTree()
    let place = tree.directory.path("place")
    try await tree.run(script.replacing("PLACE", with: "../place"))
    let before = try Descriptor.workingDirectory.status(of: place.bytes)
    let watch = try RunningWatch([tree.root], at: place)
    try await watch.untilReady()
    #expect(try await watch.size([tree.root]).reports().first?.source == "scan")
    #expect(try await watch.end().status == .exited(0))
    let errors = String(decoding: watch.process.capturedErrors, as: UTF8.self)
    #expect(errors.contains("'\(place)' is in the way"), "\(errors)")
    #expect(try Descriptor.workingDirectory.status(of: place.bytes).identity == before.identity)
  }

  @Test("a socket that a killed watch left behind is replaced")
  func stale() async throws {
    let tree = try SampleTree()
    let place = tree.directory.path("place")
    let first = try RunningWatch([tree.root], at: place)
    try await first.untilReady()
    #expect(try await first.end(SIGKILL).status == .killed(signal: SIGKILL))
    #expect(try LocalSocket.isSocket(at: place))
    let second = try RunningWatch([tree.root], at: place)
    try await second.untilReady()
    #expect(try await second.size([tree.root]).reports().first?.source == "live")
    #expect(try await second.end().status == .exited(0))
    #expect(second.process.capturedErrors.isEmpty)
  }

  @Test("a second watch on the same root runs too; at the same socket it goes without")
  func second() async throws {
    let tree = try SampleTree()
    let place = tree.directory.path("place")
    let first = try RunningWatch([tree.root], at: place)
    try await first.untilReady()
    let second = try RunningWatch([tree.root], at: place)
    try await second.untilReady()
    #expect(try await second.end().status == .exited(0))
    #expect(String(decoding: second.process.capturedErrors, as: UTF8.self).contains("another process answers"))
    #expect(try await first.size([tree.root]).reports().first?.source == "live")
    #expect(try await first.end().status == .exited(0))
  }

  @Test("the socket is for its user only")
  func permissions() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    #expect(try await watch.size([tree.root]).reports().first?.source == "live")
    #expect(try Descriptor.workingDirectory.status(of: watch.socket.bytes).permissions == 0o600)
    _ = try await watch.end()
  }

  @Test("a path that is too long for a socket is named")
  func tooLong() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root], at: BytePath("/tmp/" + String(repeating: "x", count: 200)))
    try await watch.untilReady()
    _ = try await watch.end()
    let errors = String(decoding: watch.process.capturedErrors, as: UTF8.self)
    #expect(errors.contains("a socket's path has at most 106 bytes"), "\(errors)")
  }

  @Test("a client that talks nonsense is hung up on, and the others are answered")
  func nonsense() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    #expect(try await watch.size([tree.root]).reports().first?.source == "live")
    for bytes: [UInt8] in [Array("nonsense\n".utf8), [0, 0xFF, 0x0A], Array("[[[[[[[[[[[[\n".utf8)] {
      let end = try await onOwnThread {
        let client = try LocalSocket.connect(to: watch.socket, timeout: nil)
        defer { client.close() }
        try client.descriptor.write(bytes)
        var received: [UInt8] = []
        return try client.descriptor.read(upTo: 100, appendingTo: &received)
      }
      #expect(end == 0)
    }
    #expect(try await watch.size([tree.root]).reports().first?.source == "live")
    _ = try await watch.end()
  }
}
