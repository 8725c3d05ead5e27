import SizeTrees
import SystemCalls

@testable import SizeTracking

extension FakeMachine {
  /// A walk of everything, ready to begin.
  /// - Parameter disk: the machine itself, or one that stands for it.
  func scan(on disk: any Disk) throws -> Scan {
    let status = try status(of: open(Self.root))
    let tree = TrackedTree(
      root: Self.root, status: status, disk: disk, exclusions: Exclusions(globs: [], device: nil))
    let scan = Scan(of: tree, watches: nil, isFirst: true)
    scan.add(tree.withTree { $0.handle(of: .root) }, .everything)
    return scan
  }
}

extension TrackedTree {
  /// The root's numbers.
  var totals: PublishedUsage? { withTree { $0.published.totals(of: $0.handle(of: .root)) } }
}
