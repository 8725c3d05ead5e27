internal import SizeTracking
internal import SystemCalls

/// A complete reply of a running watch.
struct WatcherReply {
  /// The lines, each with its end; the directory that was asked for is the last.
  private let lines: [UInt8]
  /// What the directory that was asked for contains.
  let usage: DirectoryUsage
  let process: Int32

  /// Nil where the reply does not answer: the watch does not cover the directory, or says nothing that one can
  /// rely on.
  init?(lines: [UInt8], count: Int, process: Int32) {
    guard count > 0, let last = Self.split(lines).last, let report = UsageReport(json: last) else {
      return nil
    }
    guard Self.split(lines).count == count, report.usage.isReliable else { return nil }
    self.lines = lines
    usage = report.usage
    self.process = process
  }

  func forEachDirectory(_ body: (BytePath, DirectoryUsage) -> Void) {
    for line in Self.split(lines) {
      if let report = UsageReport(json: line) { body(report.path, report.usage) }
    }
  }

  private static func split(_ lines: [UInt8]) -> [ArraySlice<UInt8>] {
    lines.split(separator: UInt8(ascii: "\n"))
  }
}

extension DirectoryUsage {
  /// Whether a scan would say the same: what cannot be read stays unreadable, and what is not yet written back has
  /// the same blocks for everyone.
  var isReliable: Bool {
    switch state {
    case .live, .settling: true
    case .degraded: reasons.subtracting([.unreadable, .writeback]).isEmpty
    case .rescanning, .scanning, .gone: false
    }
  }
}
