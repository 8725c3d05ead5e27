internal import SizeTracking
internal import SystemCalls

/// One directory's numbers for programs: the `usage` object of the tool's JSON lines.
struct UsageReport {
  /// Who gave the numbers.
  enum Source: String {
    /// A running watch.
    case live
    /// A walk over the disk.
    case scan
  }

  var path: BytePath
  var usage: DirectoryUsage
  var source: Source

  /// The object on one line, without its end.
  var json: [UInt8] {
    let object = JSONObject()
    object.add("event", "usage")
    object.add("path", "path_base64", path: path)
    object.add("allocated_bytes", usage.allocatedBytes)
    object.add("apparent_bytes", usage.apparentBytes)
    object.add("files", usage.files)
    object.add("directories", usage.directories)
    object.add("state", usage.state.rawValue)
    object.add("reasons", usage.reasons.names)
    object.add("source", source.rawValue)
    return object.text
  }

  init(path: BytePath, usage: DirectoryUsage, source: Source) {
    self.path = path
    self.usage = usage
    self.source = source
  }

  /// Reads an object back; nil where it is not one.
  init?(json: some Collection<UInt8>) {
    guard let document = JSONDocument(json), document.text("event") == Array("usage".utf8),
      let path = document.path("path", "path_base64"), let allocated = document.number("allocated_bytes"),
      let apparent = document.number("apparent_bytes"),
      let files = document.number("files").flatMap(Int.init(exactly:)),
      let directories = document.number("directories").flatMap(Int.init(exactly:)),
      let state = document.text("state").flatMap({ UsageState(rawValue: String(decoding: $0, as: UTF8.self)) }
      ),
      let reasons = document.texts("reasons").map({ $0.map { String(decoding: $0, as: UTF8.self) } }),
      let source = document.text("source").flatMap({ Source(rawValue: String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    self.path = path
    self.usage = DirectoryUsage(
      allocatedBytes: allocated, apparentBytes: apparent, files: files, directories: directories,
      state: state,
      reasons: UsageReasons(names: reasons))
    self.source = source
  }
}

extension UsageReasons {
  /// The reasons with these names; a name from a newer version counts as something that cannot be examined.
  init(names: [String]) {
    self = []
    for name in names {
      formUnion(Self.each.first { $0.names == [name] } ?? .inputOutput)
    }
  }

  private static var each: [UsageReasons] { (0..<16).map { UsageReasons(rawValue: 1 << $0) } }
}
