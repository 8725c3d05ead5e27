internal import SystemCalls

/// The sums of a tree before anything is chosen: what there is, and what goes in any case.
struct TreeSurvey {
  /// An inode with several names.
  struct LinkedInode {
    var allocatedBytes: UInt64
    var names: UInt32
    var namesInside: UInt32 = 0
    var goingNames: UInt32 = 0
    /// Whether one of its names inside stays.
    var isKept = false

    /// What it brings when all its names inside are gone.
    var relief: Relief {
      Relief(size: UInt128(allocatedBytes), free: namesInside == names ? UInt128(allocatedBytes) : 0)
    }
  }

  /// The size as `du` counts it: every inode once, directories too.
  private(set) var bytes: UInt128 = 0
  /// What goes for what it is brings so much.
  private(set) var going = Relief()
  private(set) var inodes: [FileIdentity: LinkedInode] = [:]

  init() {}

  init(_ walk: PlanningWalk) throws(Obstacle) {
    bytes = UInt128(walk.rootBytes)
    var survey = self
    try walk.run { survey.add($0) }
    for inode in survey.inodes.values {
      survey.bytes += UInt128(inode.allocatedBytes)
      if inode.goingNames == inode.namesInside { survey.going += inode.relief }
    }
    for (_, details) in walk.namedDirectories { survey.going += details.relief }
    self = survey
  }

  private mutating func add(_ finding: Finding) {
    let details = finding.details
    // A directory's links are its subdirectories; whether it goes is known at the end.
    guard details.kind != .directory, details.links > 1 else {
      bytes += UInt128(details.allocatedBytes)
      if finding.goes, details.kind != .directory { going += details.relief }
      return
    }
    var inode =
      inodes[details.identity.file] ?? LinkedInode(allocatedBytes: details.allocatedBytes, names: details.links)
    inode.namesInside += 1
    if finding.goes { inode.goingNames += 1 } else if !finding.mayGo { inode.isKept = true }
    inodes[details.identity.file] = inode
  }
}

extension FileDetails {
  /// What an inode brings that has one name.
  var relief: Relief { Relief(size: UInt128(allocatedBytes), free: UInt128(allocatedBytes)) }
}
