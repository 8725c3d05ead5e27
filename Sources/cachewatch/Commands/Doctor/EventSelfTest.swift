internal import SizeTracking
internal import SystemCalls

/// Whether events work in a directory, found out by making a file in it.
enum EventSelfTest {
  enum Result {
    /// The file was seen.
    case works
    /// The file was not seen, or there are no events at all.
    case fails(String)
    /// The directory cannot be written to.
    case untested(Errno)
  }

  /// Tracks a new, hidden directory inside, and removes it afterwards. Leaves everything else alone.
  static func run(in directory: BytePath) -> Result {
    let place = directory.appending(BytePath(".cachewatch-doctor-\(ProcessIdentity.number)"))
    let file = place.appending("file")
    do throws(Errno) {
      try FileChanges.makeDirectory(place, permissions: 0o700)
    } catch {
      return .untested(error)
    }
    defer {
      try? FileChanges.removeFile(file)
      try? FileChanges.removeDirectory(place)
    }
    do throws(TrackerError) {
      let tracker = try SizeTracker(root: place)
      try tracker.synchronize()
      do throws(Errno) {
        try FileChanges.makeFile(file, permissions: 0o600)
      } catch {
        return .untested(error)
      }
      try tracker.synchronize()
      return tracker.usage.files == 1 ? .works : .fails("a new file was not reported")
    } catch {
      return .fails(error.message)
    }
  }
}
