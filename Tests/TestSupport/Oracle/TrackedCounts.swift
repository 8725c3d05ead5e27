package import SizeTracking
package import SystemCalls

/// Every directory of a tracker, found by going from child to child.
package struct TrackedCounts: Sendable {
  package private(set) var counts: [BytePath: DiskCount] = [:]
  /// Answers that contradict each other, and states that are worse than expected.
  package private(set) var complaints: [String] = []
  /// Whether something was mounted meanwhile, and the tracker had not looked yet whether that concerns it.
  private var isInDoubt = false

  /// Reads a tracker that is at rest, on a machine where others, such as tests beside this one, mount what they like:
  /// each mount puts every tracker in doubt for a moment.
  package static func atRest(_ tracker: SizeTracker, expecting state: UsageState = .live) throws -> TrackedCounts {
    var found = TrackedCounts(of: tracker, expecting: state)
    for _ in 1...100 where found.isInDoubt {
      try tracker.synchronize()
      found = TrackedCounts(of: tracker, expecting: state)
    }
    return found
  }

  /// Reads a tracker that is at rest: every answer has to be in this state or a better one.
  package init(of tracker: SizeTracker, expecting state: UsageState = .live) {
    guard let root = tracker.directory("") else {
      complaints.append("the tracker has no root")
      return
    }
    var waiting = [(directory: root, path: BytePath(bytes: []))]
    while let (directory, path) = waiting.popLast() {
      add(directory, path: path, of: tracker, expecting: state)
      for child in directory.children {
        guard let childPath = child.path, let name = childPath.lastComponent else {
          complaints.append("a child of '\(path)' has no path")
          continue
        }
        if childPath != path.appending(name) {
          complaints.append("a child of '\(path)' says that it is '\(childPath)'")
        }
        waiting.append((child, path.appending(name)))
      }
    }
  }

  private mutating func add(
    _ directory: TrackedDirectory, path: BytePath, of tracker: SizeTracker, expecting state: UsageState
  ) {
    guard let usage = directory.usage else {
      complaints.append("'\(path)' has no usage")
      return
    }
    if tracker.usage(of: path) != usage {
      complaints.append(
        "'\(path)': by path \(String(describing: tracker.usage(of: path))), by handle \(usage)")
    }
    isInDoubt = isInDoubt || usage.reasons.contains(.mountChanged)
    if usage.state > state {
      complaints.append("'\(path)' is \(usage.state.rawValue): \(usage.reasons.names)")
    }
    if counts.updateValue(DiskCount(usage), forKey: path) != nil {
      complaints.append("'\(path)' is in the tree twice")
    }
  }
}

extension DiskCount {
  /// The numbers of an answer.
  package init(_ usage: DirectoryUsage) {
    self.init(
      allocatedBytes: usage.allocatedBytes, apparentBytes: usage.apparentBytes, files: usage.files,
      directories: usage.directories)
  }
}
