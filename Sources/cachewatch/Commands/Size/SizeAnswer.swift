internal import SizeTracking
internal import SystemCalls

/// The numbers of one PATH, and of what is below it, wherever they came from.
enum SizeAnswer {
  case watcher(WatcherReply)
  case walk(DiskUsage)

  var usage: DirectoryUsage {
    switch self {
    case .watcher(let reply): reply.usage
    case .walk(let walk): walk.usage
    }
  }

  var source: UsageReport.Source {
    switch self {
    case .watcher: .live
    case .walk: .scan
    }
  }

  /// Whether something is missing from the numbers because the system refused it.
  var suffersFromShortage: Bool {
    if case .walk(let walk) = self { walk.failures.contains { $0.reason.isShortage } } else { false }
  }

  /// Calls with each directory down to a depth, by its path below the target: children before parents.
  func forEachDirectory(
    of target: SizeTarget, depth: Int?, _ body: (_ path: BytePath, _ usage: DirectoryUsage) -> Void
  ) {
    switch self {
    case .walk(let walk):
      walk.forEachDirectory(maximumDepth: depth) { path, _, usage in body(path, usage) }
    case .watcher(let reply):
      reply.forEachDirectory { path, usage in
        if let path = path.below(target.resolved) { body(path, usage) }
      }
    }
  }
}
