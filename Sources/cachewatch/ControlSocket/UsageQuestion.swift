internal import SystemCalls

/// What a program asks a running watch: one JSON object on a line.
struct UsageQuestion {
  /// Absolute and resolved.
  var path: BytePath
  /// The directory that is there for the one who asks; another mount namespace may show another one.
  var identity: FileIdentity
  /// Levels below the path; nil is all.
  var depth: Int?
  var settles = false
  var filters = TreeFilters()
  /// Whether only the root that would answer is asked for.
  var isProbe = false

  init(path: BytePath, identity: FileIdentity, depth: Int?) {
    self.path = path
    self.identity = identity
    self.depth = depth
  }

  /// The question on one line, with its end.
  var line: [UInt8] {
    let object = JSONObject()
    object.add("path", "path_base64", path: path)
    object.add("device", identity.device)
    object.add("inode", identity.inode)
    object.add("depth", depth ?? -1)
    object.add("settle", settles)
    object.add("one_file_system", filters.staysOnFileSystem)
    object.add("exclude", filters.exclusions)
    object.add("probe", isProbe)
    return object.text + [UInt8(ascii: "\n")]
  }

  /// Reads a question; nil where it is none.
  init?(line: some Collection<UInt8>) {
    guard let document = JSONDocument(line), let path = document.path("path", "path_base64"),
      let device = document.number("device"), let inode = document.number("inode"),
      let exclusions = document.texts("exclude")
    else { return nil }
    self.init(path: path, identity: FileIdentity(device: device, inode: inode), depth: nil)
    // -1 is no number here, and means all.
    depth = document.number("depth").map { Int(clamping: $0) }
    settles = document.isTrue("settle")
    isProbe = document.isTrue("probe")
    filters.staysOnFileSystem = document.isTrue("one_file_system")
    filters.exclusions = exclusions.map { String(decoding: $0, as: UTF8.self) }
  }
}
