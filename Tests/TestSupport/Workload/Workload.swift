internal import Glibc
package import SystemCalls

/// Seeded random changes to a tree, made by one process; several may work on one tree at once.
///
/// Names come from a small stock, so that the processes meet. What fails because another process was faster is
/// ordinary; operations count only when they succeed.
package struct Workload {
  var tree: WorkDirectory
  /// A directory beside the tree, on the same file system: things are moved there and back.
  var side: WorkDirectory
  var generator: SeededGenerator
  var held: [WorkFile] = []
  private let choices: [WorkloadOperation]
  private var tally = WorkloadTally()

  package init(tree: BytePath, side: BytePath, seed: UInt64, extras: Set<WorkloadExtra>) throws(Errno) {
    self.tree = try WorkDirectory(tree)
    self.side = try WorkDirectory(side)
    generator = SeededGenerator(seed: seed)
    choices = WorkloadOperation.allCases
      .filter { (operation) in operation.extra.map(extras.contains) ?? true }
      .flatMap { (operation) in repeatElement(operation, count: operation.weight) }
  }

  /// Makes so many changes.
  /// - Throws: the reason of a failure that no race explains.
  package mutating func run(operations: Int, halfway: () -> Void) throws(Errno) -> WorkloadTally {
    while tally.performed < operations {
      // An empty tree that others keep deleting must not keep this loop alive for ever.
      guard tally.inVain < 100 * operations + 1000 else { throw .wouldBlock }
      let operation = choices[Int.random(in: choices.indices, using: &generator)]
      do {
        try perform(operation)
        tally.count(operation)
        if tally.performed == operations / 2 { halfway() }
      } catch  where Self.isOrdinary(error) {
        tally.inVain += 1
      }
    }
    held = []
    return tally
  }

  private mutating func perform(_ operation: WorkloadOperation) throws(Errno) {
    switch operation {
    case .create: try create()
    case .append: try append()
    case .truncate: try truncate()
    case .sparse: try writeFarOut()
    case .scatter: try scatter()
    case .allocate: try allocate()
    case .setPermissions: try setPermissions()
    case .setAttribute: try setAttribute()
    case .hold: try hold()
    case .writeHeld: try writeHeld()
    case .releaseHeld: try releaseHeld()
    case .link: try link()
    case .makeSymbolicLink: try makeSymbolicLink()
    case .makeFIFO: try place().makeFIFO(fileName())
    case .unlink: try unlink()
    case .renameWithin: try renameWithin()
    case .renameAcross: try renameAcross()
    case .replace: try replace()
    case .exchange: try exchange()
    case .makeDirectory: try place().makeDirectory(directoryName())
    case .makeChain: try makeChain()
    case .fill: try fill()
    case .linkTree: try linkTree()
    case .moveTree: try moveTree()
    case .removeTree: try removeTree()
    case .removeEmpty: try removeEmpty()
    case .moveOut: try moveOut()
    case .moveIn: try moveIn()
    case .exchangeOutside: try exchangeOutside()
    case .storeThroughMapping: try storeThroughMapping()
    case .writeAsynchronously: try writeAsynchronously()
    case .linkUnnamed: try linkUnnamed()
    case .linkOutside: try linkOutside()
    case .writeOutside: try writeOutside()
    }
  }

  /// Whether a race with another process, a full disk or what the file system does not offer explains a failure.
  private static func isOrdinary(_ reason: Errno) -> Bool {
    switch reason.rawValue {
    case ENOENT, EEXIST, ENOTDIR, EISDIR, ENOTEMPTY, ELOOP, ESTALE, EBUSY, EMLINK, ENAMETOOLONG: true
    case EINVAL, EPERM, EFAULT, EXDEV, ENXIO, ESPIPE, ENODEV, EAGAIN, EACCES: true
    case ENOSPC, EFBIG, EOPNOTSUPP, ENODATA, E2BIG: true
    default: false
    }
  }
}
