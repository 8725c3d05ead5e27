/// What a workload can do, one step at a time.
package enum WorkloadOperation: String, CaseIterable, Sendable {
  // Contents.
  case create, append, truncate, sparse, scatter, allocate, setPermissions, setAttribute
  case hold, writeHeld, releaseHeld
  // Names.
  case link, makeSymbolicLink, makeFIFO, unlink, renameWithin, renameAcross, replace, exchange
  // Trees.
  case makeDirectory, makeChain, fill, linkTree, moveTree, removeTree, removeEmpty
  case moveOut, moveIn, exchangeOutside
  // What only some trackers can follow.
  case storeThroughMapping, writeAsynchronously, linkUnnamed, linkOutside, writeOutside

  /// How often the operation is chosen, compared with the others.
  var weight: Int {
    switch self {
    case .create: 14
    case .append, .unlink: 10
    case .link: 7
    case .renameAcross, .replace, .makeDirectory: 6
    case .truncate, .writeHeld, .renameWithin, .moveTree: 5
    case .sparse, .allocate, .makeSymbolicLink, .makeChain, .removeTree, .moveIn: 4
    case .scatter, .hold, .exchange, .moveOut: 3
    case .setPermissions, .setAttribute, .releaseHeld, .fill, .linkTree, .removeEmpty: 2
    case .makeFIFO, .exchangeOutside: 1
    case .storeThroughMapping, .writeAsynchronously, .linkUnnamed: 4
    case .linkOutside, .writeOutside: 3
    }
  }

  /// What has to be asked for before the operation is chosen.
  var extra: WorkloadExtra? {
    switch self {
    case .hold, .writeHeld, .releaseHeld: .held
    case .storeThroughMapping: .mapping
    case .writeAsynchronously: .asynchronous
    case .linkUnnamed: .unnamed
    case .linkOutside, .writeOutside: .outside
    default: nil
    }
  }
}

/// Kinds of operations beyond the ordinary ones.
package enum WorkloadExtra: String, CaseIterable, Sendable {
  /// Files stay open over other operations and are written to when their names have moved or gone.
  case held
  /// Stores through `mmap`.
  case mapping
  /// Linux AIO.
  case asynchronous
  /// `O_TMPFILE` and `linkat`.
  case unnamed
  /// Names outside the tree for files inside, and writes through them.
  case outside

  /// Whether no event reports it, at the latest when files are closed: a tracker finds it in an audit.
  package var isSilent: Bool { self == .outside }
}
