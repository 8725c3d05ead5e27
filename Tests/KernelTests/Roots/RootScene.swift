import SystemCalls

/// A way in which a root's path stops leading to a tracked directory, and leads to one again. The scripts run in a
/// directory where the root is `here/root`.
enum RootScene: String, CaseIterable, Codable, Sendable {
  case deleted, movedAway, replacedByLink, replacedByFile, replacedByFIFO, parentMoved, parentDeleted

  /// What makes a root with directories, a file and a link.
  static let filling: BytePath =
    "mkdir -p here/root/a/b here/root/c; seq 9000 >here/root/a/f; ln here/root/a/f here/root/c/link"

  var loss: BytePath {
    switch self {
    case .deleted: "rm -r here/root"
    case .movedAway: "mv here/root away"
    case .replacedByLink: "mv here/root away; ln -s ../away here/root"
    case .replacedByFile: "rm -r here/root; seq 100 >here/root"
    case .replacedByFIFO: "rm -r here/root; mkfifo here/root"
    case .parentMoved: "mv here there"
    case .parentDeleted: "rm -r here"
    }
  }

  var comeback: BytePath {
    switch self {
    case .deleted, .parentDeleted: Self.filling
    case .movedAway: "seq 5000 >away/new; mv away here/root"
    case .replacedByLink: "rm here/root; mv away here/root"
    case .replacedByFile, .replacedByFIFO: BytePath("rm here/root; \(Self.filling)")
    case .parentMoved: "rm -rf there/root/c; mv there here"
    }
  }
}
