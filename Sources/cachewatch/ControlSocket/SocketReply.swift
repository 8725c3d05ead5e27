internal import SizeTracking
internal import SystemCalls

/// A watch's reply: lines, and at the end a line with their count, without which the reply is not complete.
struct SocketReply {
  private let channel: LineChannel
  private var buffer: [UInt8] = []
  private var count = 0
  private static let pieceSize = 64 * 1024

  init(_ channel: LineChannel) {
    self.channel = channel
  }

  /// Tells a probe which root would answer, and what its watch has seen.
  mutating func add(_ probe: WatchProbe) throws(Errno) {
    try add(line: probe.json)
  }

  /// Adds the numbers of a directory and of those below it, the directory itself last.
  mutating func add(_ place: TrackedRoots.Place, depth: Int?) throws(Errno) {
    var failure: Errno?
    _ = place.tracker.forEachDirectory(below: place.path, maximumDepth: depth) { path, _, usage in
      guard failure == nil else { return }
      let report = UsageReport(path: place.tracker.root.appending(path), usage: usage, source: .live)
      do throws(Errno) {
        try add(line: report.json)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  mutating func end() throws(Errno) {
    let object = JSONObject()
    object.add("end", count)
    try add(line: object.text)
    try channel.write(buffer)
    buffer = []
  }

  /// Reads the count line back; nil where it is another line.
  static func count(_ line: [UInt8]) -> Int? {
    guard line.starts(with: Array(#"{"end":"#.utf8)) else { return nil }
    return JSONDocument(line)?.number("end").flatMap(Int.init(exactly:))
  }

  private mutating func add(line: [UInt8]) throws(Errno) {
    buffer += line
    buffer.append(UInt8(ascii: "\n"))
    count += 1
    guard buffer.count >= Self.pieceSize else { return }
    try channel.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
