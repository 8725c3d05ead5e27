/// A mount as the kernel lists it.
package struct Mount: Hashable, Sendable {
  /// The kernel's number. It is given out again after an unmount, as is the device's.
  package var identifier: Int
  /// The device, as "8:1".
  package var device: String
  /// What of the file system is mounted: "/" unless it is a bind mount or a subvolume.
  package var source: BytePath
  /// Where it is mounted: absolute.
  package var point: BytePath
  /// The file system's name, as "ext4".
  package var type: String
  /// What it lies on, as its type understands it: of most, a block device's path.
  package var backing: BytePath

  package init(
    identifier: Int, device: String, source: BytePath, point: BytePath, type: String = "", backing: BytePath = ""
  ) {
    self.backing = backing
    self.identifier = identifier
    self.device = device
    self.source = source
    self.point = point
    self.type = type
  }
}

/// The mounts that this process can see, in the kernel's order.
package struct MountTable: Hashable, Sendable {
  package static let path: BytePath = "/proc/self/mountinfo"
  package var mounts: [Mount]

  package init(_ mounts: [Mount] = []) {
    self.mounts = mounts
  }

  /// The mounts now. A machine with containers has thousands.
  package static func current() throws(Errno) -> MountTable {
    MountTable(text: try ProcFile.read(path, limit: 64 << 20))
  }

  /// The lines of `mountinfo`; one that does not look like a mount is skipped.
  package init(text: [UInt8]) {
    mounts = text.split(separator: UInt8(ascii: "\n")).compactMap { Mount(line: $0) }
  }
}

extension MountTable {
  /// Whether a part of some file system is to be seen at two places at or below a path: one name can have two paths
  /// then.
  package func showsTwice(at path: BytePath) -> Bool {
    // What lies at the path itself belongs to the last mount of the deepest point above it.
    var covering: Mount?
    for mount in mounts where path.below(mount.point) != nil {
      if mount.point.bytes.count >= covering?.point.bytes.count ?? 0 { covering = mount }
    }
    var seen = mounts.filter { $0 != covering && $0.point.below(path)?.isEmpty == false }
    guard !seen.isEmpty else { return false }
    if var covering, let rest = path.below(covering.point) {
      covering.source = covering.source.appending(rest)
      seen.append(covering)
    }
    return Dictionary(grouping: seen, by: \.device).values.contains { $0.map(\.source).hasNested }
  }
}

extension [BytePath] {
  /// Whether one of the paths is, or is below, another.
  fileprivate var hasNested: Bool {
    // By their names, so that what is below a path follows it: "/a/b" comes before "/a-b".
    let sorted = map { (path: $0, names: $0.components) }
      .sorted { $0.names.lexicographicallyPrecedes($1.names) { $0.lexicographicallyPrecedes($1) } }
    return zip(sorted, sorted.dropFirst()).contains { $1.path.below($0.path) != nil }
  }
}

extension Mount {
  fileprivate init?(line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count >= 5, let identifier = Int(String(decoding: fields[0], as: UTF8.self)) else { return nil }
    // A varying number of optional fields, a hyphen, the type, what it lies on.
    let end = fields.dropFirst(5).firstIndex { $0.elementsEqual("-".utf8) }
    let rest = end.map { fields[($0 + 1)...] } ?? []
    self.init(
      identifier: identifier, device: String(decoding: fields[2], as: UTF8.self),
      source: BytePath(bytes: fields[3].unescaped), point: BytePath(bytes: fields[4].unescaped),
      type: String(decoding: rest.first ?? [], as: UTF8.self),
      backing: BytePath(bytes: rest.dropFirst().first?.unescaped ?? []))
  }
}

extension ArraySlice<UInt8> {
  /// The kernel writes a space, a tab, a newline and a backslash in a path as `\` and three octal digits.
  fileprivate var unescaped: [UInt8] {
    guard contains(UInt8(ascii: "\\")) else { return Array(self) }
    var bytes: [UInt8] = []
    var rest = self
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
