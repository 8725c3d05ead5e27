internal import SizeTrees
internal import Synchronization
internal import SystemCalls

extension TrackerCore {
  var root: DirectoryHandle { DirectoryHandle(id: .root, generation: 0) }

  func usage(of handle: DirectoryHandle) -> DirectoryUsage? {
    guard let totals = published.totals(of: handle) else { return nil }
    return facts.usage(totals)
  }

  /// As `usage(of:)`, for a directory that may not be there.
  func current(_ handle: DirectoryHandle?) -> DirectoryUsage {
    handle.flatMap(usage) ?? DirectoryUsage(state: .gone)
  }

  func handle(at path: BytePath) -> DirectoryHandle? {
    tree.withTree { tree in tree.directory(at: path).map { tree.handle(of: $0) } }
  }

  var scanProgress: ScanProgress {
    let usage = usage(of: root) ?? DirectoryUsage(state: .gone)
    return ScanProgress(
      directories: usage.directories, files: usage.files, allocatedBytes: usage.allocatedBytes,
      isFinished: facts.hasScanned)
  }

  var statistics: TrackerStatistics {
    var statistics = facts.statistics
    statistics.watches = tree.withTree { $0.watchCount } + linkWatchCount.load(ordering: .relaxed)
    statistics.settling = settleListCount.load(ordering: .relaxed)
    return statistics
  }

  func forEachDirectory(
    below path: BytePath, maximumDepth: Int?, _ body: (BytePath, Int, DirectoryUsage) -> Void
  ) -> Bool {
    // Collected first: the caller may write to a slow pipe, and the tree must not be locked meanwhile.
    let outline = tree.withTree { tree in
      tree.directory(at: path).map { tree.directories(below: $0, maximumDepth: maximumDepth) }
    }
    outline?.forEach { path, depth, handle in
      if let usage = usage(of: handle) { body(path, depth, usage) }
    }
    return outline != nil
  }

  func entries(of handle: DirectoryHandle) throws(TrackerError) -> [DirectoryEntry] {
    let place = tree.withTree { tree -> BytePath? in
      tree.isLive(handle) ? tree.path(of: handle.id).map(self.tree.root.appending) : nil
    }
    guard let path = place else { throw .opening(tree.root, toDo: "list a directory below", .noSuchFile) }
    var entries: [DirectoryEntry] = []
    do throws(TrackedTree.OpeningFailure) {
      let (directory, _) = try tree.open(handle.id)
      var block = NameBlock()
      do throws(Errno) {
        while try tree.disk.readNames(from: directory, into: &block) {
          tree.disk.statuses(of: block, in: directory, leavingOutDirectories: false) { name, result in
            if case .success(let status) = result { entries.append(DirectoryEntry(name, status)) }
          }
        }
      } catch {
        throw .system(error)
      }
    } catch {
      let cause: Errno =
        switch error {
        case .elsewhere: .noSuchFile
        case .unreadable: .permissionDenied
        case .system(let reason): reason
        }
      throw .opening(path, toDo: "list", cause)
    }
    return entries
  }

  /// As `writeBack`, on a thread of its own: the cooperative pool must not block.
  func writeBackInBackground() async {
    await withCheckedContinuation { continuation in
      do throws(Errno) {
        try DedicatedThread.start(named: "cachewatch-sync") {
          self.writeBack()
          continuation.resume()
        }
      } catch {
        // No thread to be had: what is dirty is written back by the kernel in its own time.
        continuation.resume()
      }
    }
  }
}

extension DirectoryEntry {
  init(_ name: Span<UInt8>, _ status: FileStatus) {
    self.init(
      name: Array(copying: name), isDirectory: status.isDirectory, allocatedBytes: status.allocatedBytes,
      apparentBytes: status.apparentBytes, lastUse: status.lastUse)
  }
}
