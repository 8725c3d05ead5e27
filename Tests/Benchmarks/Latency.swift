import Glibc
import SizeTracking
import SystemCalls
import TestSupport

/// The time from the end of a write to the number that has it in, with nothing else going on and amid a storm.
struct Latency: Benchmark {
  static let name = "latency"
  static let summary = "[--samples 5000] [--per-second 1000] [--in DIRECTORY]"

  private let samples: Int
  private let perSecond: Int
  private let place: (path: BytePath, fileSystem: String)

  init(_ options: inout Options) throws {
    samples = max(1, try options.number("--samples") ?? 5000)
    perSecond = max(1, try options.number("--per-second") ?? 1000)
    place = try BuiltTree.place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    let calm = try TemporaryDirectory.use(in: place.path) { try measure(in: $0, isStorm: false, report) }
    let storm = try TemporaryDirectory.use(in: place.path) { try measure(in: $0, isStorm: true, report) }
    return calm && storm
  }

  private func measure(in root: BytePath, isStorm: Bool, _ report: Report) throws -> Bool {
    let probe = root.appending("probe")
    guard mkdir(probe.string, 0o755) == 0 else { throw Errno.current }
    try ChurnProcess.prepare(root)
    let tracker = try SizeTracker(root: root)
    try tracker.synchronize()
    guard let directory = tracker.directory("probe") else { throw Options.Failure("the probe is not in the tree") }

    let writer = isStorm ? try ChurnProcess.start(in: root, as: "w", files: 10_000_000, .deleted) : nil
    let latencies = try sample(directory, in: probe)
    writer?.send(signal: SIGKILL)
    _ = try writer?.wait()

    let (median, late) = (latencies.median * 1e6, latencies.quantile(0.99) * 1e6)
    let isWell = isStorm ? median <= 8000 : median <= 50 && late <= 1000
    report.line(
      [
        "on": .text(place.fileSystem), "amid": .text(isStorm ? "storm" : "calm"), "samples": .count(samples),
        "median_us": .number(median, decimals: 1), "p99_us": .number(late, decimals: 1),
        "longest_us": .number(latencies.quantile(1) * 1e6, decimals: 1),
        "overflows": .count(tracker.statistics.overflows),
      ], isWell: isWell)
    return isWell
  }

  /// Makes files one by one at a steady pace, and reads the directory's number until it has each.
  private func sample(_ directory: TrackedDirectory, in probe: BytePath) throws -> Samples {
    let clock = ContinuousClock()
    let pause = Duration.seconds(1) / perSecond
    var latencies = Samples()
    var next = clock.now
    for number in 1...samples {
      // Spinning keeps the clock out of it: a thread that was asleep would be late itself.
      while clock.now < next {}
      next = next.advanced(by: pause)
      let descriptor = creat("\(probe.string)/\(number)", 0o644)
      guard descriptor >= 0, write(descriptor, [1], 1) == 1, close(descriptor) == 0 else { throw Errno.current }
      let written = clock.now
      while let usage = directory.usage, usage.files < number {
        guard clock.now - written < .seconds(60) else { throw Options.Failure("file \(number) never became visible") }
      }
      latencies.add(clock.now - written)
      // A writer that fell behind does not catch up in a burst.
      next = max(next, clock.now)
    }
    return latencies
  }
}
