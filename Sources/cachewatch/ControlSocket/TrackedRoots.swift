internal import SizeTracking
internal import SystemCalls

/// The roots that a watch tracks, as the control socket sees them.
struct TrackedRoots: Sendable {
  let trackers: [SizeTracker]
  let filters: TreeFilters

  /// A tracker that can answer a question, and where in its tree the question's directory is.
  struct Place {
    var tracker: SizeTracker
    var path: BytePath
  }

  /// The deepest root that covers the question; nil where none does, or where one would count something else.
  func place(for question: UsageQuestion) -> Place? {
    guard question.filters == filters else { return nil }
    let places = trackers.compactMap { tracker -> Place? in
      guard let path = question.path.below(tracker.root) else { return nil }
      guard path.isEmpty || filters.isIndependentOfRoot else { return nil }
      return Place(tracker: tracker, path: path)
    }
    return places.max { $0.tracker.root.bytes.count < $1.tracker.root.bytes.count }
  }
}

extension TrackedRoots.Place {
  /// Whether the tree holds the very directory that the one who asks sees at the path.
  func holds(_ identity: FileIdentity) -> Bool {
    tracker.directory(path)?.identity == identity
  }
}
