internal import CacheClearing

extension SkippedEntry {
  /// Why it was left, for people.
  var explanation: String {
    let text =
      switch reason {
      case .changed: "it changed since it was chosen"
      case .protected: "it is protected"
      case .hidden: "its name begins with a dot"
      case .young: "it is too young"
      case .busy: "it is in use, or is filled again all the time"
      case .mount: "something is mounted there"
      case .locked: "another program has locked the directory"
      case .notPermitted: "it may not be deleted"
      case .immutable: "it, or its directory, is immutable or append-only"
      case .unreadable: "it cannot be read"
      case .failed: "it cannot be deleted"
      }
    return cause.map { "\(text): \($0)" } ?? text
  }
}
