import SystemCalls
import TestSupport

/// `cachewatch size` of a watched tree beside `du -s` of it, both with the start of their process.
struct Query: Benchmark {
  static let name = "query"
  static let summary = "[--files 200000] [--shape node] [--repeat 15] [--in DIRECTORY]"

  private let files: Int
  private let shapes: [TreeShape]
  private let repetitions: Int
  private let place: (path: BytePath, fileSystem: String)

  init(_ options: inout Options) throws {
    files = try options.number("--files") ?? 200_000
    shapes = try options.list("--shape", of: TreeShape.self) ?? [.node]
    repetitions = max(1, try options.number("--repeat") ?? 15)
    place = try BuiltTree.place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    var isWell = true
    for shape in shapes {
      let tree = try BuiltTree(shape, files: files, in: place.path)
      let watch = try WatchProcess(tree.root)
      try watch.waitForEvent("ready")
      isWell = try measure(tree, watch, report) && isWell
    }
    return isWell
  }

  private func measure(_ tree: BuiltTree, _ watch: WatchProcess, _ report: Report) throws -> Bool {
    var du = Samples()
    var size = Samples()
    var live = 0
    let clock = ContinuousClock()
    for _ in 0..<repetitions {
      du.add(try clock.measure { try Subprocess.output(of: "du", ["-s", tree.root]) })
      var answer: [UInt8] = []
      size.add(try clock.measure { answer = try watch.answer(["--json"]) })
      if String(decoding: answer, as: UTF8.self).contains("\"source\":\"live\"") { live += 1 }
    }
    let ratio = du.median / size.median
    let isWell = ratio >= 50 && live == repetitions
    report.line(
      [
        "on": .text(place.fileSystem), "shape": .text(tree.shape.rawValue), "files": .count(files),
        "du_ms": .number(du.median * 1000, decimals: 1), "size_ms": .number(size.median * 1000, decimals: 2),
        "times_faster": .number(ratio, decimals: 1), "live": .count(live), "of": .count(repetitions),
      ], isWell: isWell)
    return isWell
  }
}
