package import SystemCalls

/// Who wants to clear, and what this system has to lose.
package struct RootRules: Sendable {
  /// The effective user's number.
  package var user: UInt32
  /// Directories that are never cleared, nor what is above them.
  package var systemDirectories: [BytePath]
  /// Those whose every directory is such a one.
  package var systemHolders: [BytePath]
  /// Home directories: likewise.
  package var homes: [BytePath]
  /// Those whose every directory is a home.
  package var homeHolders: [BytePath]
  /// Where the user's programs keep their caches: it, and what is below it, looks like a cache.
  package var userCache: BytePath?
  /// Where the system's programs keep theirs: what is below it looks like a cache.
  package var systemCache: BytePath

  package init(
    user: UInt32, systemDirectories: [BytePath], systemHolders: [BytePath] = [], homes: [BytePath],
    homeHolders: [BytePath] = [], userCache: BytePath?, systemCache: BytePath = "/var/cache"
  ) {
    self.user = user
    self.systemDirectories = systemDirectories
    self.systemHolders = systemHolders
    self.homes = homes
    self.homeHolders = homeHolders
    self.userCache = userCache
    self.systemCache = systemCache
  }

  /// For this process now; fails where it cannot be found out. O(accounts + what is in /).
  package static func current() throws(Errno) -> RootRules {
    let user = UserAccount.identifier
    let home = UserAccount.environment("HOME").flatMap { $0.isAbsolute ? $0 : nil }
    // Lower numbers are the system's own accounts; many of those have /, /bin or a cache as their home.
    var homes = try UserAccount.homeDirectories { $0 == 0 || $0 == user || $0 >= firstPerson }
    if let home { homes.append(home) }
    return RootRules(
      user: user, systemDirectories: try systemDirectories(), systemHolders: ["/usr", "/var", "/var/lib"],
      homes: homes,
      // Accounts that a network knows are not listed in the user database; that is where they live.
      homeHolders: ["/home"], userCache: userCache(home: home))
  }

  private static let firstPerson: UInt32 = 1000

  private static func userCache(home: BytePath?) -> BytePath? {
    // The XDG base directory specification says that a relative path there is to be ignored.
    if let cache = UserAccount.environment("XDG_CACHE_HOME"), cache.isAbsolute { return cache }
    return (home ?? UserAccount.homeDirectory()).map { $0.appending(".cache") }
  }

  private static func systemDirectories() throws(Errno) -> [BytePath] {
    let names = [
      "bin", "boot", "dev", "etc", "home", "lib", "lib32", "lib64", "libx32", "media", "mnt", "opt", "proc", "root",
      "run", "sbin", "srv", "sys", "tmp", "usr", "var",
    ]
    // And whatever else a multi-architecture system has.
    let listed = try RootLook.ifReachable { () throws(Errno) in try BytePath("/").names() }
    let libraries = (listed ?? []).filter { $0.starts(with: "lib".utf8) }
    return ["/"] + names.map { BytePath("/" + $0) } + libraries.map { BytePath("/").appending($0) }
  }
}
