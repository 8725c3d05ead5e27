internal import SystemCalls

/// Where the user's programs keep their caches, by the XDG base directory specification.
enum CacheDirectory {
  /// Nil when neither the environment nor the user database knows.
  static var path: BytePath? {
    // The specification says that a relative path there is to be ignored.
    if let cache = UserAccount.environment("XDG_CACHE_HOME"), cache.isAbsolute { return cache }
    if let home = UserAccount.environment("HOME"), !home.isEmpty { return home.appending(".cache") }
    return UserAccount.homeDirectory().map { $0.appending(".cache") }
  }
}
