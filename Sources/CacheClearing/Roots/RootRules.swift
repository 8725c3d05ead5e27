package import SystemCalls

/// Who wants to clear, and what this system has to lose.
package struct RootRules: Sendable {
  /// The effective user's number.
  package var user: UInt32
  /// Directories that are never cleared, nor what is above them.
  package var systemDirectories: [BytePath]
  /// Home directories: likewise.
  package var homes: [BytePath]
  /// Where the user's programs keep their caches: it, and what is below it, looks like a cache.
  package var userCache: BytePath?
  /// Where the system's programs keep theirs: what is below it looks like a cache.
  package var systemCache: BytePath

  package init(
    user: UInt32, systemDirectories: [BytePath], homes: [BytePath], userCache: BytePath?,
    systemCache: BytePath = "/var/cache"
  ) {
    self.user = user
    self.systemDirectories = systemDirectories
    self.homes = homes
    self.userCache = userCache
    self.systemCache = systemCache
  }

  /// For this process now; fails where it cannot be found out. O(accounts + what is in /usr, /var and /var/lib).
  package static func current() throws(Errno) -> RootRules {
    let user = UserAccount.identifier
    let home = UserAccount.environment("HOME").flatMap { $0.isAbsolute ? $0 : nil }
    // Lower numbers are the system's own accounts; many of those have /, /bin or a cache as their home.
    var homes = try UserAccount.homeDirectories { $0 == 0 || $0 == user || $0 >= firstPerson }
    // Accounts that a network knows are not listed there; that is where they live.
    homes += try entries(of: "/home")
    if let home { homes.append(home) }
    return RootRules(
      user: user, systemDirectories: try systemDirectories(), homes: homes, userCache: userCache(home: home))
  }

  private static let firstPerson: UInt32 = 1000

  private static func userCache(home: BytePath?) -> BytePath? {
    // The XDG base directory specification says that a relative path there is to be ignored.
    if let cache = UserAccount.environment("XDG_CACHE_HOME"), cache.isAbsolute { return cache }
    return (home ?? UserAccount.homeDirectory()).map { $0.appending(".cache") }
  }

  private static func systemDirectories() throws(Errno) -> [BytePath] {
    let names = [
      "bin", "boot", "dev", "etc", "home", "media", "mnt", "opt", "proc", "root", "run", "sbin", "srv", "sys", "tmp",
      "usr", "var",
    ]
    var directories: [BytePath] = ["/"] + names.map { BytePath("/" + $0) }
    // lib, lib64, lib32 and whatever else a multi-architecture system has.
    directories += try entries(of: "/").filter { $0.lastComponent?.starts(with: "lib".utf8) == true }
    for directory: BytePath in ["/usr", "/var", "/var/lib"] { directories += try entries(of: directory) }
    return directories
  }

  /// What is in a directory. Where that cannot be found out nothing is cleared: it might be one of these.
  private static func entries(of directory: BytePath) throws(Errno) -> [BytePath] {
    do throws(Errno) {
      return try directory.names().map(directory.appending)
    } catch .noSuchFile, .notDirectory, .permissionDenied {
      // Not there; or closed to the caller, who cannot delete in it then.
      return []
    }
  }
}
