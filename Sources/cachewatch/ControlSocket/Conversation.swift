internal import SystemCalls

/// A connection to one running watch.
struct Conversation {
  private var channel: LineChannel
  let process: Int32

  init(_ path: BytePath, timeout: Duration) throws(Errno) {
    let socket = try LocalSocket.connect(to: path, timeout: timeout)
    do throws(Errno) {
      let peer = try socket.peer()
      // Another user's numbers could be anything.
      guard peer.user == UserAccount.identifier || peer.user == 0 else { throw .permissionDenied }
      channel = LineChannel(socket)
      process = peer.process
    } catch {
      socket.close()
      throw error
    }
  }

  func close() {
    channel.socket.close()
  }

  /// What would answer the question; nil where nothing would, or not in time.
  mutating func probe(_ question: UsageQuestion, until deadline: MonotonicTime) -> WatchProbe? {
    var probe = question
    probe.isProbe = true
    guard let reply = exchange(probe, until: deadline), reply.count == 1 else { return nil }
    return WatchProbe(json: reply.lines.dropLast())
  }

  /// The answer; nil where there is none that one can rely on.
  mutating func ask(_ question: UsageQuestion, until deadline: MonotonicTime?) -> WatcherReply? {
    guard let reply = exchange(question, until: deadline) else { return nil }
    return WatcherReply(lines: reply.lines, count: reply.count, process: process)
  }

  private mutating func exchange(
    _ question: UsageQuestion, until deadline: MonotonicTime?
  ) -> (lines: [UInt8], count: Int)? {
    do throws(Errno) {
      try channel.write(question.line)
      var count: Int?
      guard
        let reply = try channel.readLines(
          until: deadline,
          isLast: { line in
            count = SocketReply.count(line)
            return count != nil
          })
      else { return nil }
      return count.map { (reply.lines, $0) }
    } catch {
      return nil
    }
  }
}
