/// A mount as the kernel lists it.
package struct Mount: Hashable, Sendable {
  /// The kernel's number. It is given out again after an unmount.
  package var identifier: Int
  /// The device, as "8:1".
  package var device: String
  /// What of the file system is mounted: "/" unless it is a bind mount or a subvolume.
  package var source: BytePath
  /// Where it is mounted: absolute.
  package var point: BytePath

  package init(identifier: Int, device: String, source: BytePath, point: BytePath) {
    self.identifier = identifier
    self.device = device
    self.source = source
    self.point = point
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

extension Mount {
  fileprivate init?(line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard fields.count >= 5, let identifier = Int(String(decoding: fields[0], as: UTF8.self)) else { return nil }
    self.init(
      identifier: identifier, device: String(decoding: fields[2], as: UTF8.self),
      source: BytePath(bytes: fields[3].unescaped), point: BytePath(bytes: fields[4].unescaped))
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
