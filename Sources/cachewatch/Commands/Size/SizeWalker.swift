internal import SizeTracking
internal import SystemCalls

/// Measures by walking over the disk.
struct SizeWalker {
  private let options: SizeOptions

  init(_ options: SizeOptions) {
    self.options = options
  }

  func walk(_ target: SizeTarget) throws(SizeFailure) -> DiskUsage {
    if options.settles { settle(target) }
    do throws(TrackerError) {
      return try DiskUsage.measure(
        target.given, excluding: options.tree.filters.exclusions,
        staysOnFileSystem: options.tree.filters.staysOnFileSystem)
    } catch {
      throw SizeFailure(error)
    }
  }

  /// Space can change its size when it is written back: after that it does not.
  private func settle(_ target: SizeTarget) {
    do throws(Errno) {
      let descriptor = try Descriptor.open(target.given.bytes, .nonBlocking)
      defer { descriptor.close() }
      try descriptor.synchronizeFileSystem()
    } catch {
      Messages.complain("cannot let '\(target.given)' settle: \(error)")
    }
  }
}

extension SizeAnswer {
  /// Says what is not in the numbers.
  func complain(about target: SizeTarget) {
    switch self {
    case .watcher(let reply):
      guard reply.usage.reasons.contains(.unreadable) else { return }
      Messages.complain("part of '\(target.given)' cannot be read by the watch that answers")
    case .walk(let walk):
      for failure in walk.failures {
        let isDirectory =
          (try? Descriptor.workingDirectory.status(of: failure.path.bytes))?.kind == .directory
        let action = isDirectory ? "read directory" : "examine"
        Messages.complain("cannot \(action) '\(target.shown(failure.path))': \(failure.reason)")
      }
      if walk.failureCount > walk.failures.count {
        Messages.complain(
          "\(walk.failureCount - walk.failures.count) more below '\(target.given)' cannot be examined")
      }
    }
  }
}

extension SizeTarget {
  /// An absolute path below the target as text shows it: behind the target as it was given.
  func shown(_ path: BytePath) -> BytePath {
    path.below(resolved).map(given.appending) ?? path
  }
}
