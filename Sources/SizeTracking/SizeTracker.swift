package import FileEvents
internal import SizeTrees
@_exported public import SystemCalls

/// Keeps the sizes of a directory, and of every directory below it, current: from the kernel's events, without walking.
///
/// At quiescence every directory's numbers equal a fresh `du -s` of it, and each answer carries a state that says how
/// good it is. Asking costs a look-up. All trackers of a process share one inotify instance; releasing a tracker gives
/// its watches and memory back.
public final class SizeTracker: Sendable {
  let core: TrackerCore

  /// The tracked directory: absolute, with symbolic links resolved once at the start.
  public var root: BytePath { core.tree.root }

  /// Starts tracking. Returns once the root is watched; the first scan goes on in the background.
  ///
  /// - Parameters:
  ///   - root: The directory. A symbolic link to one is followed, here and only here.
  ///   - excluding: Globs for entries that do not count. Each is matched, as `fnmatch` does, against the path below the
  ///     root and against what is left of it behind any `/`.
  ///   - staysOnFileSystem: Leave out what lies on another file system than the root, as `du -x`.
  ///   - options: What the tracker may use.
  /// - Throws: When the root is missing, no directory or unreadable, or when there are no events to be had.
  public convenience init(
    root: BytePath, excluding: [String] = [], staysOnFileSystem: Bool = false,
    options: TrackerOptions = TrackerOptions()
  ) throws(TrackerError) {
    EventHub.shared.setAllowance(WatchAllowance(options.watchAllowance))
    try self.init(
      root: root, excluding: excluding, staysOnFileSystem: staysOnFileSystem, options: options,
      source: EventHub.shared, disk: KernelDisk(), clock: .system)
  }

  /// Starts tracking what a test's source and disk show.
  package init(
    root: BytePath, excluding: [String] = [], staysOnFileSystem: Bool = false,
    options: TrackerOptions = TrackerOptions(), source: any EventSource, disk: any Disk, clock: TrackerClock
  ) throws(TrackerError) {
    core = try TrackerCore(
      root: root, excluding: excluding, staysOnFileSystem: staysOnFileSystem, options: options, source: source,
      disk: disk, clock: clock)
    do throws(Errno) {
      try TrackingLoop.start(core)
    } catch {
      core.subscription.cancel()
      throw .opening(root, toDo: "start a thread to track", error)
    }
  }

  deinit {
    core.stop()
  }

  /// Waits for the end of a tracker's thread without keeping the tracker: for tests.
  package var ending: TrackerEnding { TrackerEnding(signals: core.facts.signals) }

  // MARK: Asking

  /// The root's numbers now. Wait-free, from any thread.
  public var usage: DirectoryUsage {
    core.usage(of: core.root) ?? DirectoryUsage(state: .gone)
  }

  /// The numbers of a directory, by its path below the root; nil when the tree holds no such directory.
  ///
  /// O(length of the path); never waits for the disk.
  public func usage(of path: BytePath) -> DirectoryUsage? {
    core.handle(at: path).flatMap(core.usage)
  }

  /// A handle of a directory, by its path below the root; nil when the tree holds no such directory.
  public func directory(_ path: BytePath) -> TrackedDirectory? {
    core.handle(at: path).map { TrackedDirectory(core: core, handle: $0) }
  }

  /// How far the first scan has come.
  public var scanProgress: ScanProgress { core.scanProgress }

  /// What this tracker uses and has seen.
  public var statistics: TrackerStatistics { core.statistics }

  /// Visits the directories at and below a path: children before parents, siblings by name.
  /// - Returns: false when the tree holds no such directory.
  package func forEachDirectory(
    below path: BytePath, maximumDepth: Int?,
    _ body: (_ path: BytePath, _ depth: Int, _ usage: DirectoryUsage) -> Void
  ) -> Bool {
    core.forEachDirectory(below: path, maximumDepth: maximumDepth, body)
  }
}

/// The end of a tracker that is released.
package struct TrackerEnding: Sendable {
  let signals: TrackerSignals

  /// Blocks until the tracker has given back its watches.
  package func wait() { signals.waitForEnd() }
}
