import Glibc
import SystemCalls
import TestSupport

/// The trees of a run that nobody changes: each is made once, however many measurements want it.
///
/// Files that changed within the last two minutes would be put down for a second look after writeback, and the figures
/// would be those of that list. Trees that people have are older, so trees are left to grow old first.
final class Forest {
  private let place: Place
  private var trees: [BuiltTree] = []
  private var lastMade = ContinuousClock.now

  /// Some seconds more than what the tracker takes for young.
  private static let age = Duration.seconds(125)

  init(in place: Place) {
    self.place = place
  }

  func tree(_ shape: TreeShape, files: Int) throws -> BuiltTree {
    if let tree = trees.first(where: { $0.shape == shape && $0.files == files }) { return tree }
    let tree = try BuiltTree(shape, files: files, in: place.path)
    trees.append(tree)
    lastMade = .now
    return tree
  }

  /// Returns when every tree is old.
  func growOld(_ report: Report) {
    Self.waitUntilOld(lastMade, report)
  }

  /// Returns when what was made at a moment is old.
  static func waitUntilOld(_ made: ContinuousClock.Instant, _ report: Report) {
    let rest = made + age - .now
    guard rest > .zero else { return }
    report.note("waiting \(Int(rest.seconds)) seconds until the trees are old")
    usleep(UInt32(rest.seconds * 1e6))
  }
}
