internal import CTerminalTools
internal import SizeTracking
internal import SystemCalls

/// `cachewatch watch`: tracks directories, reports changes, and answers `size`.
struct WatchCommand {
  private let options: WatchOptions
  private let paths: [BytePath]

  init(_ line: ParsedLine) throws(UsageError) {
    options = try WatchOptions(line)
    if line.operands.isEmpty {
      guard let cache = CacheDirectory.path else {
        throw UsageError(
          "watch: no PATH is given, and neither XDG_CACHE_HOME nor HOME says where the cache is",
          command: .watch)
      }
      paths = [cache]
    } else {
      paths = line.operands
    }
  }

  func run() -> ExitStatus {
    // Before any thread starts, so that all of them leave these signals to this one.
    cterminal_block_ending_signals()
    var outcome = Outcome()
    let trackers = paths.compactMap { start($0, &outcome) }
    guard trackers.count == paths.count else { return outcome.status }

    let end = WatchEnd()
    let server = startServer(trackers)
    for tracker in trackers {
      let feed = WatchFeed(tracker, options)
      do throws(Errno) {
        try DedicatedThread.start(named: "cachewatch-out") { end.report(feed.run()) }
      } catch {
        Messages.complain("cannot start a thread: \(error)")
        end.report(.system)
      }
    }
    let status = end.wait()
    server?.stop()
    return status
  }

  private func start(_ path: BytePath, _ outcome: inout Outcome) -> SizeTracker? {
    do throws(TrackerError) {
      return try SizeTracker(
        root: path, excluding: options.tree.filters.exclusions,
        staysOnFileSystem: options.tree.filters.staysOnFileSystem, options: options.tracker)
    } catch {
      Messages.complain(error.message)
      outcome.add(ExitStatus(error))
      return nil
    }
  }

  /// A watch without a socket is still a watch: `size` scans then.
  private func startServer(_ trackers: [SizeTracker]) -> SocketServer? {
    do throws(SocketDirectory.Problem) {
      guard let listening = try ListeningSocket(options.socket) else { return nil }
      let server = SocketServer(
        listening, roots: TrackedRoots(trackers: trackers, filters: options.tree.filters))
      do throws(Errno) {
        try server.start()
      } catch {
        server.stop()
        throw SocketDirectory.Problem(message: "cannot start a thread: \(error)")
      }
      if options.output.isVerbose {
        Messages.complain("'cachewatch size' is answered at '\(listening.path)'")
      }
      return server
    } catch {
      Messages.complain("'cachewatch size' will scan instead of asking this watch: \(error.message)")
      return nil
    }
  }
}

extension ListeningSocket {
  /// The socket at the place that the user chose; nil for none.
  init?(_ choice: SocketChoice) throws(SocketDirectory.Problem) {
    switch choice {
    case .none: return nil
    case .path(let path): try self.init(at: path)
    case .standard:
      let directory = SocketDirectory.standard
      try directory.prepare()
      try self.init(at: directory.socket(of: ProcessIdentity.number))
    }
  }
}
