internal import Glibc

/// The user that this process acts for.
package enum UserAccount {
  /// The effective user's number.
  package static var identifier: UInt32 { geteuid() }

  /// The home directory that `/etc/passwd` gives, for when the environment does not.
  package static func homeDirectory() -> BytePath? {
    let user = identifier
    return (try? homeDirectories { $0 == user })?.first
  }

  /// The home directories of those accounts in `/etc/passwd` whose numbers are wanted.
  ///
  /// Read by ourselves: the C library would load a plug-in for each of the system's name services, and one of them
  /// crashes a program that is linked statically.
  package static func homeDirectories(ofUsers isWanted: (UInt32) -> Bool) throws(Errno) -> [BytePath] {
    let text: [UInt8]
    do throws(Errno) {
      text = try ProcFile.read("/etc/passwd", limit: 64 << 20)
    } catch .noSuchFile {
      return []
    }
    return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 6, let user = UInt32(String(decoding: fields[2], as: UTF8.self)), isWanted(user) else {
        return nil
      }
      let home = BytePath(bytes: Array(fields[5]))
      return home.isAbsolute ? home : nil
    }
  }

  /// A variable of the environment, as bytes.
  package static func environment(_ name: String) -> BytePath? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe BytePath(cString: value)
  }
}
