internal import SizeTracking
internal import SystemCalls

/// Answers questions about the roots that this process watches. It only reads.
final class SocketServer: Sendable {
  private let listening: ListeningSocket
  private let roots: TrackedRoots
  /// Clients being served.
  private let clients = Monitor(0)

  private static let maximumClients = 8
  /// A path of 4,096 bytes may need six characters for each, and some patterns may come with it.
  private static let maximumQuestion = 64 * 1024
  private static let patience = Duration.seconds(2)

  init(_ listening: ListeningSocket, roots: TrackedRoots) {
    self.listening = listening
    self.roots = roots
  }

  /// Starts the thread that waits for clients; it never wakes without one.
  func start() throws(Errno) {
    try DedicatedThread.start(named: "cachewatch-ctl") { self.acceptClients() }
  }

  func stop() {
    listening.remove()
  }

  private func acceptClients() {
    while true {
      do throws(Errno) {
        serve(try listening.socket.accept())
      } catch .tooManyFiles {
        pause()
      } catch .tooManyFilesInSystem {
        pause()
      } catch .noMemory {
        pause()
      } catch .connectionAborted {
        continue
      } catch {
        Messages.complain("cannot answer at '\(listening.path)' any more: \(error)")
        return
      }
    }
  }

  /// The client stays in the queue meanwhile; trying again at once would keep a processor busy.
  private func pause() {
    Pause.milliseconds(100)
  }

  private func serve(_ client: LocalSocket) {
    let isAdmitted = clients.withLock { count -> Bool in
      guard count < Self.maximumClients else { return false }
      count += 1
      return true
    }
    guard isAdmitted, isTrusted(client) else {
      client.close()
      if isAdmitted { clients.withLock { $0 -= 1 } }
      return
    }
    do throws(Errno) {
      try DedicatedThread.start(named: "cachewatch-ask") { self.converse(client) }
    } catch {
      client.close()
      clients.withLock { $0 -= 1 }
    }
  }

  private func isTrusted(_ client: LocalSocket) -> Bool {
    guard let peer = try? client.peer() else { return false }
    return peer.user == UserAccount.identifier || peer.user == 0
  }

  private func converse(_ client: LocalSocket) {
    defer {
      client.close()
      clients.withLock { $0 -= 1 }
    }
    do throws(Errno) {
      try client.setTimeout(Self.patience)
      var channel = LineChannel(client)
      while let line = try channel.readLine(limit: Self.maximumQuestion),
        let question = UsageQuestion(line: line)
      {
        try answer(question, over: channel)
      }
    } catch {
      // The client went away or is too slow: it will scan.
    }
  }

  private func answer(_ question: UsageQuestion, over channel: LineChannel) throws(Errno) {
    var reply = SocketReply(channel)
    if let place = roots.place(for: question) {
      if question.isProbe {
        try reply.add(WatchProbe(place.tracker))
      } else if hasReachedBarrier(place.tracker, settles: question.settles), place.holds(question.identity) {
        try reply.add(place, depth: question.depth)
      }
    }
    try reply.end()
  }

  private func hasReachedBarrier(_ tracker: SizeTracker, settles: Bool) -> Bool {
    do throws(TrackerError) {
      if settles {
        try tracker.settle()
      } else {
        try tracker.synchronize()
      }
      return true
    } catch {
      return false
    }
  }
}

extension Errno {
  /// The client hung up before it was accepted: ECONNABORTED.
  fileprivate static let connectionAborted = Errno(rawValue: 103)
}
