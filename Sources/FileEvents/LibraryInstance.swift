internal import CInotifyTools
internal import Glibc
internal import SystemCalls

/// The one inotify instance of libinotifytools.
///
/// The library has no way to ask for its descriptor: a private file is watched through the library, and the
/// descriptor that lists this watch is the one.
struct LibraryInstance {
  let descriptor: Int32
  /// The file that the barriers use now, and the one that takes its place after an overflow.
  private(set) var sentinel: Sentinel
  private var spare: Sentinel

  /// The library waits with `select`, which takes no higher number.
  private static let descriptorLimit: Int32 = 1024

  /// Starts the library. Leaves nothing behind when it fails.
  static func start() throws(EventSourceError) -> LibraryInstance {
    let descriptors = try OwnDescriptors.open()
    defer { descriptors.close() }
    let before = try descriptors.inotifyInstances()
    guard inotifytools_initialize() != 0 else { throw refusal(Errno(rawValue: inotifytools_error())) }
    // The library answers yes as well when the host has started it: then there is no new descriptor.
    let new = try descriptors.inotifyInstances().subtracting(before)
    guard !new.isEmpty else { throw .libraryInUse }
    do throws(EventSourceError) {
      let instance = try LibraryInstance(among: new, not: before)
      // What a host read from an instance that it has closed is still in the library's buffer, and its numbers are
      // given out again.
      while unsafe inotifytools_next_events(0, 1) != nil {}
      return instance
    } catch {
      // A host's own instance stays as it was.
      if error != .libraryInUse { inotifytools_cleanup() }
      throw error
    }
  }

  /// Why the kernel gave no instance. The same number stands for two limits.
  private static func refusal(_ reason: Errno) -> EventSourceError {
    let isLimit = reason == .tooManyFiles && OwnDescriptors.isOneFree
    return .instance(reason, limit: isLimit ? InotifyLimits.current.instances?.value : nil)
  }

  private init(among new: Set<Int32>, not before: Set<Int32>) throws(EventSourceError) {
    let first = try Sentinel.make()
    do throws(EventSourceError) {
      let watch = try first.watchThroughLibrary()
      guard let found = try first.descriptor(among: new, listing: watch) else {
        throw try first.descriptor(among: before, listing: watch) == nil ? .procUnavailable : .libraryInUse
      }
      guard found < Self.descriptorLimit else { throw .descriptorTooHigh(found) }
      _ = fcntl(found, F_SETFD, FD_CLOEXEC)
      descriptor = found
      sentinel = first.watched(watch)
      let second = try Sentinel.make()
      do throws(EventSourceError) {
        spare = try second.watched(through: found)
      } catch {
        second.file.close()
        throw error
      }
    } catch {
      first.file.close()
      throw error
    }
  }
}

extension LibraryInstance {
  /// Queues an event behind all events that are queued now.
  func touchSentinel() {
    sentinel.touch()
  }

  /// After an overflow, the event of a barrier that counts as passed may still come. It must not count for the next
  /// one: that one uses the other file. When the next overflow is read, the late event has been read or lost.
  mutating func swapSentinels() {
    swap(&sentinel, &spare)
  }

  /// Watches what a descriptor stands for, adding to what is asked for already.
  /// - Parameter isWorkingDirectory: Whether the calling thread stands in the directory that is to be watched.
  func watch(_ file: Descriptor, isWorkingDirectory: Bool, for mask: EventMask) throws(Errno) -> WatchDescriptor {
    let bits = mask.rawValue | UInt32(IN_MASK_ADD)
    if isWorkingDirectory {
      let watch = unsafe inotify_add_watch(descriptor, ".", bits)
      guard watch < 0 else { return WatchDescriptor(rawValue: watch) }
      throw Errno.current
    }
    let watch = unsafe inotify_add_watch(descriptor, "/proc/self/fd/\(file.rawValue)", bits)
    guard watch >= 0 else { throw Errno.current }
    return WatchDescriptor(rawValue: watch)
  }

  /// Removes a watch, whose last event is then in the queue.
  /// - Returns: false when it was dead already.
  func unwatch(_ watch: WatchDescriptor) -> Bool {
    inotify_rm_watch(descriptor, watch.rawValue) == 0
  }

  /// Whether the library's descriptor is still the instance that was started: a host that starts the library later
  /// gets the same one, and may close it.
  var isAlive: Bool {
    let watch = sentinel.watch(through: descriptor, onlyIfNew: true)
    if watch >= 0 { _ = inotify_rm_watch(descriptor, watch) }
    return watch < 0 && Errno.current == .fileExists
  }

  /// Gives back everything that starting took.
  func close() {
    sentinel.file.close()
    spare.file.close()
    inotifytools_cleanup()
  }
}
