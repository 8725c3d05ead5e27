internal import SizeTracking
internal import SystemCalls

/// What `doctor` finds out about one directory.
struct PathDiagnosis {
  let path: BytePath
  let fileSystem: FileSystemKind
  let space: FileSystemSpace
  let selfTest: EventSelfTest.Result
  /// Each needs a watch.
  let directories: Int
  /// Some cannot be read, so there may be more.
  let hasUnreadable: Bool
  /// The running watches that cover it.
  let watches: [(process: Int32, probe: WatchProbe)]

  init(_ path: BytePath, _ socket: SocketChoice) throws(SizeFailure) {
    do throws(Errno) {
      let descriptor = try Descriptor.open(path.bytes, [.directory, .pathOnly])
      defer { descriptor.close() }
      fileSystem = try FileSystemKind(of: descriptor)
      space = try FileSystemSpace(of: path)
      self.path = try path.resolved()
      let identity = try Descriptor.statusFollowing(path.bytes).identity
      watches = WatcherClient(socket).probe(UsageQuestion(path: self.path, identity: identity, depth: 0))
    } catch {
      throw SizeFailure(message: "cannot examine '\(path)': \(error)", status: ExitStatus(error))
    }
    do throws(TrackerError) {
      let usage = try DiskUsage.measure(path).usage
      directories = usage.directories
      hasUnreadable = usage.reasons.contains(.unreadable)
    } catch {
      throw SizeFailure(error)
    }
    selfTest = EventSelfTest.run(in: path)
  }

  /// What keeps a watch here from being exact.
  func problems(watchesLeft: Int?) -> [String] {
    var problems: [String] = []
    if case .fails(let reason) = selfTest { problems.append("events do not work in '\(path)': \(reason)") }
    if !fileSystem.reportsEvents {
      problems.append("'\(path)' is on \(fileSystem.name), where changes by others are not reported")
    }
    if hasUnreadable {
      problems.append("part of '\(path)' cannot be read by this user, and would not be in the numbers")
    }
    for (process, probe) in watches where probe.driftedEntries > 0 {
      problems.append(
        "the watch of process \(process) on '\(probe.root)' had drifted: its audits repaired \(probe.driftedEntries) "
          + "entries, \(probe.driftedBytes) bytes, of which no event had told")
    }
    if let watchesLeft, directories > watchesLeft {
      problems.append(
        "'\(path)' has \(directories) directories, and \(watchesLeft) watches are left for one watch")
    }
    return problems
  }
}
