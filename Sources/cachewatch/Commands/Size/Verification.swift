internal import SizeTracking
internal import SystemCalls

/// Compares what a running watch says with the disk.
struct Verification {
  /// How often a tree that changes meanwhile is looked at.
  private static let attempts = 3

  private let options: SizeOptions
  private let client: WatcherClient
  private let walker: SizeWalker

  init(_ options: SizeOptions, _ client: WatcherClient, _ walker: SizeWalker) {
    self.options = options
    self.client = client
    self.walker = walker
  }

  /// The watch's answer. Directories that the disk shows otherwise are reported and make the outcome a drift.
  func answer(_ target: SizeTarget, _ outcome: inout Outcome) throws(SizeFailure) -> SizeAnswer {
    var comparison = try compare(target)
    var attempt = 1
    while comparison.isDisturbed, attempt < Self.attempts {
      comparison = try compare(target)
      attempt += 1
    }
    for difference in comparison.differences {
      Messages.complain(difference.message(for: target))
    }
    if !comparison.differences.isEmpty { outcome.add(.drift) }
    if comparison.isDisturbed {
      Messages.complain("cannot verify all of '\(target.given)': it keeps changing")
      outcome.add(.partial)
    }
    return .watcher(comparison.reply)
  }

  private func compare(_ target: SizeTarget) throws(SizeFailure) -> Comparison {
    let question = options.question(about: target)
    guard let before = client.ask(question) else { throw .noWatcher(target.given) }
    let walk = try walker.walk(target)
    guard let after = client.ask(question) else { throw .noWatcher(target.given) }
    return Comparison(
      reply: after, before: numbers(.watcher(before), target), disk: numbers(.walk(walk), target),
      after: numbers(.watcher(after), target))
  }

  private func numbers(_ answer: SizeAnswer, _ target: SizeTarget) -> [BytePath: Numbers] {
    var numbers: [BytePath: Numbers] = [:]
    answer.forEachDirectory(of: target, depth: options.depth) { numbers[$0] = Numbers($1) }
    return numbers
  }
}

/// What can be compared of two answers.
private struct Numbers: Equatable {
  var allocatedBytes: UInt64
  var apparentBytes: UInt64
  var files: Int
  var directories: Int

  init(_ usage: DirectoryUsage) {
    allocatedBytes = usage.allocatedBytes
    apparentBytes = usage.apparentBytes
    files = usage.files
    directories = usage.directories
  }

  var text: String {
    "\(allocatedBytes) bytes (\(apparentBytes) apparent), \(files) files, \(directories) directories"
  }
}

/// A look at the disk between two answers of the watch.
private struct Comparison {
  struct Difference {
    var path: BytePath
    var watched: Numbers?
    var disk: Numbers?

    func message(for target: SizeTarget) -> String {
      let watched = watched?.text ?? "no such directory"
      let disk = disk?.text ?? "no such directory"
      return "'\(target.given.appending(path))' has drifted: the watch says \(watched); the disk says \(disk)"
    }
  }

  var reply: WatcherReply
  var differences: [Difference] = []
  /// Whether a directory changed while the disk was read, so that nothing can be said about it.
  var isDisturbed = false

  init(
    reply: WatcherReply, before: [BytePath: Numbers], disk: [BytePath: Numbers], after: [BytePath: Numbers]
  ) {
    self.reply = reply
    for path in Set(before.keys).union(disk.keys).union(after.keys) {
      if disk[path] == before[path] || disk[path] == after[path] { continue }
      if before[path] == after[path] {
        differences.append(Difference(path: path, watched: after[path], disk: disk[path]))
      } else {
        isDisturbed = true
      }
    }
    differences.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }
}
