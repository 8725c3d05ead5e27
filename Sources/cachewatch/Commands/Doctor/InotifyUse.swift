internal import SystemCalls

/// What this user's processes hold of inotify, as far as `/proc` shows them.
struct InotifyUse {
  private(set) var watches = 0
  private(set) var instances = 0

  /// Looks at every process. O(open files of the user).
  init() {
    let user = UserAccount.identifier
    guard let names = try? BytePath("/proc").names() else { return }
    for name in names where Int(digits: name) != nil {
      let process = BytePath("/proc").appending(name)
      // A process may end at any moment, and one that changed its user does not let itself be looked at.
      guard let owner = try? Descriptor.statusFollowing(process.bytes).owner, owner == user else { continue }
      add(process)
    }
  }

  private mutating func add(_ process: BytePath) {
    let files = process.appending("fd")
    guard let directory = try? Descriptor.open(files.bytes, .directory) else { return }
    defer { directory.close() }
    for name in (try? files.names()) ?? [] {
      guard (try? directory.readLink(name)) == Array("anon_inode:inotify".utf8) else { continue }
      instances += 1
      watches += Self.watches(in: process.appending("fdinfo").appending(name))
    }
  }

  /// The kernel writes a line for each watch.
  private static func watches(in information: BytePath) -> Int {
    guard let contents = try? ProcFile.read(information, limit: 1 << 28) else { return 0 }
    let lines = contents.split(separator: UInt8(ascii: "\n"))
    return lines.count { $0.starts(with: "inotify wd:".utf8) }
  }
}
