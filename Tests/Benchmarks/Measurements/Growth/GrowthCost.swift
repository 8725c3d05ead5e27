import SystemCalls
import TestSupport

/// What a tree of a series costs a tracker.
struct GrowthCost {
  /// Processor time: other work on the machine makes it no longer.
  var scanMilliseconds = Samples()
  var memoryKilobytes = Samples()
  var changeMicroseconds = Samples()

  struct Aspect {
    let name: String
    let unit: String
    let samples: KeyPath<GrowthCost, Samples>
    /// What cannot be told from nothing.
    let noise: Double
  }

  static var aspects: [Aspect] {
    [
      Aspect(name: "scan", unit: "cpu_ms", samples: \.scanMilliseconds, noise: 5),
      Aspect(name: "memory", unit: "kB", samples: \.memoryKilobytes, noise: 512),
      Aspect(name: "change", unit: "cpu_us", samples: \.changeMicroseconds, noise: 50),
    ]
  }

  /// How much faster than n log n something may grow in one measurement.
  static let tolerance = 1.5

  private static let changes = 100

  /// Scans the tree and follows changes of it: each is taken in before the next one is made.
  mutating func measure(_ tree: GrowthTree, emptyBytes: Int) throws {
    let child = try TrackingChild(tree.root)
    let scan = try ProcessFigures.processorSeconds(of: child.process.identifier)
    scanMilliseconds.add(scan * 1000)
    memoryKilobytes.add(Double(try child.number(.memory) - emptyBytes) / 1024)

    let before = try ProcessFigures.processorSeconds(of: child.process.identifier)
    for _ in 0..<Self.changes {
      try tree.makeChange()
      try child.ask(.synchronize)
    }
    let used = try ProcessFigures.processorSeconds(of: child.process.identifier) - before
    changeMicroseconds.add(used * 1e6 / Double(Self.changes))
    try child.end()
  }
}
