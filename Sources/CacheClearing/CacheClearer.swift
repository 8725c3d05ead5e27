// Sizes, paths and errors are part of the interface: whoever imports this module can name them.
@_exported public import ByteCounts
@_exported public import SystemCalls

/// Deletes what is in a cache directory, or the part of it that a plan names, and nothing else.
///
/// The root is found once, checked, and known by its identity from then on. Below it no symbolic link is followed and no
/// mount entered.
public struct CacheClearer: Sendable {
  /// The directory to clear: absolute, without symbolic links.
  public var root: BytePath { pinned.path }

  package let pinned: PinnedRoot
  package let disk: any ClearingDisk
  let clock: ClearingClock

  /// Finds and checks a directory. Nothing in it is touched.
  /// - Throws: `refused`, `notACache`, `unsafePath` where it may not be cleared; `noSuchDirectory`, `notDirectory`,
  ///   `permissionDenied`, `systemRefused` where it cannot be opened.
  public init(root: BytePath, allowing permissions: ClearingPermissions = []) throws(ClearingError) {
    self.init(try PinnedRoot.open(root, allowing: permissions))
  }

  package init(
    _ pinned: PinnedRoot, disk: any ClearingDisk = KernelClearingDisk(), clock: ClearingClock = ClearingClock()
  ) {
    self.pinned = pinned
    self.disk = disk
    self.clock = clock
  }
}
