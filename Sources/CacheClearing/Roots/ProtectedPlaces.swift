package import SystemCalls

/// The directories that are never cleared, whatever the caller allows. Known by identity: no other path, and no bind
/// mount, leads around it.
package struct ProtectedPlaces: Sendable {
  private var reasons: [FileIdentity: String] = [:]
  /// Those in which no directory is cleared that lies directly in them: not all of them let the caller see what they hold.
  private var entryReasons: [FileIdentity: String] = [:]

  package init(_ rules: RootRules) throws(Errno) {
    let (system, home) = ("it is a directory of the system", "it is a home directory")
    for directory in rules.systemDirectories { try protect(directory, because: system) }
    for holder in rules.systemHolders { try protectEntries(of: holder, because: system) }
    for directory in rules.homes { try protect(directory, because: home) }
    for holder in rules.homeHolders { try protectEntries(of: holder, because: home) }
  }

  /// Why a directory must stay; nil where it need not.
  package func reason(for identity: FileIdentity, in parent: FileIdentity?) -> String? {
    reasons[identity] ?? parent.flatMap { entryReasons[$0] }
  }

  /// Protects a directory and everything above it: above the place itself, and above the link that leads there. One
  /// that is not there needs nothing; of one that cannot be looked at, what is above is known all the same.
  private mutating func protect(_ directory: BytePath, because reason: String) throws(Errno) {
    var places: Set = [directory]
    switch try RootLook.at(directory) {
    case .nothing: return
    case .unreachable: break
    case .directory(let identity):
      // The first reason says most: /home is a directory of the system before it is what holds a home.
      if reasons[identity] == nil { reasons[identity] = reason }
      if let place = try RootLook.ifReachable({ () throws(Errno) in try directory.resolved() }) { places.insert(place) }
    }
    for var inner in places {
      while inner != "/", !inner.isEmpty {
        inner = inner.removingLastComponent()
        guard case .directory(let identity) = try RootLook.at(inner) else { continue }
        if reasons[identity] == nil { reasons[identity] = "'\(directory)' is in it" }
      }
    }
  }

  /// Protects what is directly in a directory: by its place, and where it can be listed by identity too.
  private mutating func protectEntries(of holder: BytePath, because reason: String) throws(Errno) {
    guard case .directory(let identity) = try RootLook.at(holder) else { return }
    if entryReasons[identity] == nil { entryReasons[identity] = reason }
    let names = try RootLook.ifReachable { () throws(Errno) in try holder.names() }
    for name in names ?? [] { try protect(holder.appending(name), because: reason) }
  }
}
