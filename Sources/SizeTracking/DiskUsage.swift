internal import SizeTrees
public import SystemCalls

/// The result of one walk over a directory, without watches.
public struct DiskUsage: Sendable {
  /// An entry that could not be examined, and why.
  public struct Failure: Hashable, Sendable {
    /// The entry's absolute path.
    public var path: BytePath
    /// The kernel's reason.
    public var reason: Errno
  }

  /// The numbers.
  public let usage: DirectoryUsage
  /// What could not be examined: the first thousand. None of it is in the numbers.
  public let failures: [Failure]
  /// How many entries could not be examined.
  public let failureCount: Int
  /// The directories of the walk; nil for a file.
  private let tree: TrackedTree?

  /// Walks a directory with several threads and counts, as `du -s` does; a file counts with its own blocks.
  ///
  /// O(entries). A symbolic link is followed when it leads to a directory.
  /// - Throws: When nothing is there, or the directory cannot be opened at all.
  public static func measure(
    _ path: BytePath, excluding: [String] = [], staysOnFileSystem: Bool = false
  ) async throws(TrackerError) -> DiskUsage {
    let outcome: Result<DiskUsage, TrackerError> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        continuation.resume(
          returning: measuring(path, excluding: excluding, staysOnFileSystem: staysOnFileSystem))
      }
      do throws(Errno) {
        try DedicatedThread.start(named: "cachewatch-walk", work)
      } catch {
        continuation.resume(returning: .failure(.opening(path, toDo: "start a thread to measure", error)))
      }
    }
    return try outcome.get()
  }

  /// Walks a directory with several threads and counts. Blocks the calling thread.
  @available(*, noasync)
  public static func measure(
    _ path: BytePath, excluding: [String] = [], staysOnFileSystem: Bool = false
  ) throws(TrackerError) -> DiskUsage {
    try measuring(path, excluding: excluding, staysOnFileSystem: staysOnFileSystem).get()
  }

  /// Visits every directory of the walk down to a depth: children before parents, siblings by name.
  package func forEachDirectory(
    maximumDepth: Int?, _ body: (_ path: BytePath, _ depth: Int, _ usage: DirectoryUsage) -> Void
  ) {
    guard let tree else { return body("", 0, usage) }
    tree.withTree { $0.directories(below: .root, maximumDepth: maximumDepth) }.forEach { path, depth, handle in
      guard let totals = tree.published.totals(of: handle) else { return }
      body(path, depth, DirectoryUsage(walked: totals))
    }
  }
}

extension DiskUsage {
  private static func measuring(
    _ path: BytePath, excluding globs: [String], staysOnFileSystem: Bool
  ) -> Result<DiskUsage, TrackerError> {
    let disk = KernelDisk()
    do throws(Errno) {
      let status = try Descriptor.statusFollowing(path.bytes)
      guard status.isDirectory else { return .success(DiskUsage(file: try pathItself(path))) }
      let root = try path.resolved()
      let exclusions = Exclusions(globs: globs, device: staysOnFileSystem ? status.identity.device : nil)
      let tree = TrackedTree(root: root, status: status, disk: disk, exclusions: exclusions)
      if let mounts = try? disk.mounts() { tree.note(mounts) }
      let scan = Scan(of: tree, watches: nil, isFirst: true)
      scan.add(tree.withTree { $0.handle(of: .root) }, .everything)
      ScanCrew(for: scan, size: ScanCrew.usualSize).run()
      return .success(DiskUsage(tree, scan))
    } catch .noSuchFile {
      // A symbolic link that leads nowhere is a file of its own.
      if let status = try? pathItself(path) { return .success(DiskUsage(file: status)) }
      return .failure(.opening(path, toDo: "measure", .noSuchFile))
    } catch {
      return .failure(.opening(path, toDo: "measure", error))
    }
  }

  private static func pathItself(_ path: BytePath) throws(Errno) -> FileStatus {
    try Descriptor.workingDirectory.status(of: path.bytes)
  }

  private init(file status: FileStatus) {
    usage = DirectoryUsage(
      allocatedBytes: status.allocatedBytes, apparentBytes: status.apparentBytes, files: 1, directories: 0)
    failures = []
    failureCount = 0
    tree = nil
  }

  private init(_ tree: TrackedTree, _ scan: Scan) {
    tree.withTree { $0.settleLinks() }
    let totals = tree.withTree { $0.published.totals(of: $0.handle(of: .root)) }
    usage = totals.map(DirectoryUsage.init(walked:)) ?? DirectoryUsage(state: .gone)
    (failures, failureCount) = scan.findings.withLock { findings in
      (findings.failures.map { Failure(path: $0.path, reason: $0.reason) }, findings.failureCount)
    }
    self.tree = tree
  }
}

extension DirectoryUsage {
  /// The numbers of a walk: nothing keeps them current, but they were right when it passed.
  init(walked totals: PublishedUsage) {
    let reasons = UsageReasons(rawValue: totals.reasons)
    self.init(
      allocatedBytes: totals.allocatedBytes, apparentBytes: totals.apparentBytes, files: Int(totals.files),
      directories: Int(totals.directories), state: reasons.isEmpty ? .live : .degraded, reasons: reasons)
  }
}
