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

  init(_ path: BytePath) throws(SizeFailure) {
    do throws(Errno) {
      let descriptor = try Descriptor.open(path.bytes, [.directory, .pathOnly])
      defer { descriptor.close() }
      fileSystem = try FileSystemKind(of: descriptor)
      space = try FileSystemSpace(of: path)
      self.path = try path.resolved()
    } catch {
      throw SizeFailure(message: "cannot examine '\(path)': \(error)", status: ExitStatus(error))
    }
    do throws(TrackerError) {
      directories = try DiskUsage.measure(path).usage.directories
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
    if let watchesLeft, directories > watchesLeft {
      problems.append(
        "'\(path)' has \(directories) directories, and \(watchesLeft) watches are left for one watch")
    }
    return problems
  }
}
