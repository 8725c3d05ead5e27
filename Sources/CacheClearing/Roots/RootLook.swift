internal import SystemCalls

/// What there is to know about a place that may be one to protect.
enum RootLook {
  case directory(FileIdentity)
  /// No directory is there.
  case nothing
  /// Something may be there, and the caller cannot get at it, nor delete it by that path: it is closed to the caller,
  /// or is the mount of a file system whose server does not answer.
  case unreachable

  /// Looks, following links. Fails where it cannot be found out whether a directory is there.
  static func at(_ path: BytePath) throws(Errno) -> RootLook {
    do throws(Errno) {
      let status = try Descriptor.statusFollowing(path.bytes)
      return status.kind == .directory ? .directory(status.identity) : .nothing
    } catch {
      if absences.contains(error) { return .nothing }
      if silences.contains(error) { return .unreachable }
      throw error
    }
  }

  /// What a call answers; nil where the place is none that the caller can get at.
  static func ifReachable<Result>(_ call: () throws(Errno) -> Result) throws(Errno) -> Result? {
    do throws(Errno) {
      return try call()
    } catch {
      guard absences.contains(error) || silences.contains(error) else { throw error }
      return nil
    }
  }

  private static let absences: Set<Errno> = [.noSuchFile, .notDirectory, .symbolicLinkLoop]
  private static let silences: Set<Errno> = [.permissionDenied, .notConnected, .stale, .timedOut, .hostDown]
}
