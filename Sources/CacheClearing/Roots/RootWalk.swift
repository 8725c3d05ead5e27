internal import SystemCalls

/// Goes down to a root one name at a time, by descriptors: nothing on the way can be exchanged unnoticed, and whoever
/// could decide where the way leads is known.
///
/// A class, because it owns the descriptor of where it stands. One thread uses it.
final class RootWalk {
  /// A directory on the way.
  struct Step {
    var name: [UInt8]
    var status: FileStatus
  }

  /// Where the walk stands: a descriptor for the place only.
  private(set) var directory: Descriptor
  /// The directories from `/` to where the walk stands. Never empty.
  private(set) var steps: [Step]
  let asked: BytePath
  let user: UInt32
  /// The symbolic links followed so far.
  var links = 0

  /// Starts at `/`.
  /// - Parameter asked: what errors are about.
  init(to asked: BytePath, user: UInt32) throws(ClearingError) {
    self.asked = asked
    self.user = user
    do throws(Errno) {
      directory = try Descriptor.open(Array("/".utf8), [.pathOnly, .directory])
      steps = [Step(name: [], status: try directory.status())]
    } catch {
      throw .opening(asked, error)
    }
  }

  deinit { directory.close() }

  /// Where the walk stands: absolute, without links.
  var path: BytePath { steps.dropFirst().reduce("/") { $0.appending($1.name) } }

  /// Goes to where relative paths begin.
  func goToWorkingDirectory() throws(ClearingError) {
    let (place, identity) = try reporting { () throws(Errno) in
      (try BytePath(".").resolved(), try Descriptor.statusFollowing(Array(".".utf8)).identity)
    }
    try go(place, followsLinks: false)
    guard steps.last?.status.identity == identity else { throw .changed(asked) }
  }

  /// What the kernel says about where the walk stands.
  func details() throws(ClearingError) -> FileDetails {
    try reporting { () throws(Errno) in try directory.details() }
  }

  /// Opens where the walk stands.
  func open(_ flags: OpenFlags) throws(ClearingError) -> Descriptor {
    try reporting { () throws(Errno) in try Descriptor.open(Array(".".utf8), in: directory, flags) }
  }

  /// Goes on along a path. `..` is the directory that the walk came from.
  /// - Parameter followsLinks: false where there was no link before: one that is there now is a change.
  func go(_ path: BytePath, followsLinks: Bool) throws(ClearingError) {
    var ahead = Array(path.components.reversed())
    while let name = ahead.popLast() {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) {
        try goUp()
      } else if let target = try goDown(name, followsLinks: followsLinks) {
        if target.isAbsolute { try returnToTop() }
        ahead += target.components.reversed()
      }
    }
  }

  /// Enters a directory, or answers what the symbolic link with that name says.
  private func goDown(_ name: [UInt8], followsLinks: Bool) throws(ClearingError) -> BytePath? {
    try checkWriters()
    let (next, status) = try enter(name)
    var isEntered = false
    defer { if !isEntered { next.close() } }
    switch status.kind {
    case .directory:
      try checkOwner(status, of: name)
      directory.close()
      directory = next
      isEntered = true
      steps.append(Step(name: name, status: status))
      return nil
    case .symbolicLink:
      guard followsLinks else { throw .changed(asked) }
      try checkLink(status, name)
      // Of the very link that was looked at.
      return BytePath(bytes: try reporting { () throws(Errno) in try next.readLink([]) })
    case .regular, .other:
      throw .opening(asked, .notDirectory)
    }
  }

  private func enter(_ name: [UInt8]) throws(ClearingError) -> (Descriptor, FileStatus) {
    try reporting { () throws(Errno) in
      var next: Descriptor
      do throws(Errno) {
        // As a directory first: that has an automounter mount what belongs there.
        next = try Descriptor.open(name, in: directory, [.pathOnly, .noFollow, .directory])
      } catch .notDirectory {
        next = try Descriptor.open(name, in: directory, [.pathOnly, .noFollow])
      }
      do throws(Errno) {
        return (next, try next.status())
      } catch {
        next.close()
        throw error
      }
    }
  }

  private func goUp() throws(ClearingError) {
    guard steps.count > 1 else { return }
    let (parent, status) = try enter(Array("..".utf8))
    guard status.identity == steps[steps.count - 2].status.identity else {
      parent.close()
      throw .changed(asked)
    }
    directory.close()
    directory = parent
    steps.removeLast()
  }

  private func returnToTop() throws(ClearingError) {
    let top = try reporting { () throws(Errno) in try Descriptor.open(Array("/".utf8), [.pathOnly, .directory]) }
    directory.close()
    directory = top
    steps.removeSubrange(1...)
  }

  private func reporting<Result>(_ call: () throws(Errno) -> Result) throws(ClearingError) -> Result {
    do throws(Errno) {
      return try call()
    } catch {
      throw .opening(asked, error)
    }
  }
}
