import SystemCalls
import TestSupport

/// A tracker's first scan, with watches, beside `du -s` of the same tree; and the memory that it takes.
///
/// Files that changed within the last two minutes would be put down for a second look after writeback. Trees that
/// people have are older, so the benchmark lets its own grow old first, unless it is told to measure young ones.
struct Scan: Benchmark {
  static let name = "scan"
  static let summary = "[--files 200000] [--shape hex,node,ccache,flat] [--repeat 7] [--young] [--in DIRECTORY]"

  private let files: Int
  private let shapes: [TreeShape]
  private let repetitions: Int
  private let isYoung: Bool
  private let place: (path: BytePath, fileSystem: String)

  init(_ options: inout Options) throws {
    files = try options.number("--files") ?? 200_000
    shapes = try options.list("--shape", of: TreeShape.self) ?? TreeShape.allCases
    repetitions = max(1, try options.number("--repeat") ?? 7)
    isYoung = options.flag("--young")
    place = try BuiltTree.place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    let trees = try shapes.map { try BuiltTree($0, files: files, in: place.path) }
    if !isYoung {
      report.note("waiting until the trees are \(Self.age) seconds old")
      _ = try Subprocess.run("sleep", [BytePath(String(Self.age))])
    }
    var isWell = true
    for tree in trees { isWell = try measure(tree, report) && isWell }
    return isWell
  }

  /// Some seconds more than what the tracker takes for young.
  private static let age = 125

  /// By turns, so that a change in the machine's speed meets both.
  private func measure(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    var tracker = Samples()
    var scan = Samples()
    var du = Samples()
    var memory = Samples()
    var watches = 0
    let clock = ContinuousClock()
    let empty = try TemporaryDirectory(in: place.path)
    for _ in 0..<repetitions {
      du.add(try clock.measure { try Subprocess.output(of: "du", ["-s", tree.root]) })

      let child = try TrackingChild(tree.root)
      tracker.add(child.elapsed)
      scan.add(child.seconds)
      watches = child.watches
      // What the program itself takes when it tracks for the first time is there with an empty tree too.
      memory.add(child.bytes - (try TrackingChild(empty.path)).bytes)
    }
    let bytesPerFile = memory.median / Double(files)
    let isWell = tracker.median <= du.median && bytesPerFile < 64
    report.line(
      [
        "on": .text(place.fileSystem), "shape": .text(tree.shape.rawValue), "files": .count(files),
        "watches": .count(watches), "du_ms": .number(du.median * 1000, decimals: 1),
        "tracker_ms": .number(tracker.median * 1000, decimals: 1), "scan_ms": .number(scan.median * 1000, decimals: 1),
        "ratio": .number(tracker.median / du.median, decimals: 3),
        "memory_kB": .number(memory.median / 1000, decimals: 0),
        "bytes_per_file": .number(bytesPerFile, decimals: 1),
      ], isWell: isWell)
    return isWell
  }
}

/// One process that has tracked a tree, and has ended.
private struct TrackingChild {
  /// From before its start to its report.
  let elapsed: Duration
  /// What it says of itself: until the first barrier, and the memory that was added.
  let seconds: Double
  let bytes: Double
  let watches: Int

  init(_ root: BytePath) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let child = try Subprocess(BuildProducts.program("benchmarks"), ["track", root], input: .pipe, output: .pipe)
    let line = String(decoding: try child.nextLine() ?? [], as: UTF8.self)
    elapsed = clock.now - start
    let words = line.split(separator: " ")
    guard words.count == 3, let seconds = Double(words[0]), let bytes = Double(words[1]), let watches = Int(words[2])
    else { throw Options.Failure(String(decoding: child.capturedErrors, as: UTF8.self)) }
    (self.seconds, self.bytes, self.watches) = (seconds, bytes, watches)
    child.closeInput()
    _ = try child.wait()
  }
}
