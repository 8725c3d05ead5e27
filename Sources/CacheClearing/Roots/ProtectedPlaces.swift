package import SystemCalls

/// The directories that are never cleared, whatever the caller allows. Known by identity: no other path, and no bind
/// mount, leads around it.
package struct ProtectedPlaces: Sendable {
  private var reasons: [FileIdentity: String] = [:]

  package init(_ rules: RootRules) throws(Errno) {
    for directory in rules.systemDirectories { try protect(directory, because: "it is a directory of the system") }
    for home in rules.homes { try protect(home, because: "it is a home directory") }
  }

  /// Why a directory must stay; nil where it need not.
  package func reason(for identity: FileIdentity) -> String? { reasons[identity] }

  /// Protects a directory and everything above it: above the place itself, and above the link that leads there. One
  /// that is not there needs nothing.
  private mutating func protect(_ directory: BytePath, because reason: String) throws(Errno) {
    guard let identity = try Self.directory(at: directory), let place = try? directory.resolved() else { return }
    // The first reason says most: /home is a directory of the system before it is what holds a home.
    if reasons[identity] == nil { reasons[identity] = reason }
    for var inner in Set([directory, place]) {
      while inner != "/", !inner.isEmpty {
        inner = inner.removingLastComponent()
        guard let identity = try Self.directory(at: inner) else { break }
        if reasons[identity] == nil { reasons[identity] = "'\(directory)' is in it" }
      }
    }
  }

  private static func directory(at path: BytePath) throws(Errno) -> FileIdentity? {
    do throws(Errno) {
      let status = try Descriptor.statusFollowing(path.bytes)
      return status.kind == .directory ? status.identity : nil
    } catch .noSuchFile, .notDirectory, .permissionDenied, .symbolicLinkLoop {
      return nil
    }
  }
}
