internal import CInotifyTools
internal import Glibc
internal import SystemCalls

/// The one inotify instance of libinotifytools, and the file by which it is found and later woken.
///
/// The library has no way to ask for its descriptor: a private file is watched through the library, and the
/// descriptor that lists this watch is the one.
struct LibraryInstance {
  let descriptor: Int32
  /// A file that nobody else can see. Changing its permissions queues an event behind all events before.
  let sentinel: Descriptor
  var sentinelWatch: WatchDescriptor

  /// The library waits with `select`, which takes no higher number.
  private static let descriptorLimit: Int32 = 1024

  /// Starts the library. Leaves nothing behind when it fails.
  static func start() throws(EventSourceError) -> LibraryInstance {
    let before = try inotifyDescriptors()
    guard inotifytools_initialize() != 0 else {
      let reason = Errno(rawValue: inotifytools_error())
      let isLimit = reason == .tooManyFiles && before.count < descriptorLimit
      throw .instance(reason, limit: isLimit ? Int(inotifytools_get_max_user_instances()) : nil)
    }
    do throws(EventSourceError) {
      return try findInstance(before)
    } catch {
      // A host's own instance stays as it was.
      if error != .libraryInUse { inotifytools_cleanup() }
      throw error
    }
  }

  private static func findInstance(_ before: Set<Int32>) throws(EventSourceError) -> LibraryInstance {
    let sentinel: Descriptor
    do throws(Errno) {
      sentinel = try Descriptor.memoryFile(named: "cachewatch-sentinel")
    } catch {
      throw .instance(error, limit: nil)
    }
    do throws(EventSourceError) {
      let path = "/proc/self/fd/\(sentinel.rawValue)"
      guard unsafe inotifytools_watch_file(path, IN_ATTRIB) != 0 else {
        let reason = Errno(rawValue: inotifytools_error())
        throw reason == .noSuchFile ? .procUnavailable : .instance(reason, limit: nil)
      }
      let watch = unsafe inotifytools_wd_from_filename(path)
      guard let descriptor = try inotifyDescriptors().first(where: { lists($0, watch, sentinel) }) else {
        throw .procUnavailable
      }
      guard !before.contains(descriptor) else {
        _ = inotifytools_remove_watch_by_wd(watch)
        throw .libraryInUse
      }
      guard descriptor < descriptorLimit else { throw .descriptorTooHigh(descriptor) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return LibraryInstance(
        descriptor: descriptor, sentinel: sentinel, sentinelWatch: WatchDescriptor(rawValue: watch))
    } catch {
      sentinel.close()
      throw error
    }
  }

  /// The process's descriptors that are inotify instances.
  private static func inotifyDescriptors() throws(EventSourceError) -> Set<Int32> {
    do throws(Errno) {
      var found: Set<Int32> = []
      let directory = try Descriptor.open(Array("/proc/self/fd".utf8), [.directory])
      defer { directory.close() }
      var block = NameBlock()
      while try directory.readNames(into: &block) {
        for name in block.names {
          let name = block.bytes(of: name)
          let target = try? directory.readLink(name)
          if target == Array("anon_inode:inotify".utf8), let number = Int32(String(decoding: name, as: UTF8.self)) {
            found.insert(number)
          }
        }
      }
      return found
    } catch {
      throw .procUnavailable
    }
  }

  /// Whether an inotify descriptor has this watch on this file.
  private static func lists(_ descriptor: Int32, _ watch: Int32, _ file: Descriptor) -> Bool {
    guard let inode = try? file.status().identity.inode,
      let lines = try? ProcFile.read(BytePath("/proc/self/fdinfo/\(descriptor)"), limit: 1 << 24)
    else { return false }
    let wanted = "inotify wd:\(String(watch, radix: 16)) ino:\(String(inode, radix: 16)) "
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").contains { $0.hasPrefix(wanted) }
  }
}

extension LibraryInstance {
  /// Queues an event behind all events that are queued now.
  func touchSentinel() {
    _ = fchmod(sentinel.rawValue, 0o600)
  }

  /// Gives the sentinel a watch with a new number, so that an event with the old one means nothing any more.
  mutating func renewSentinel() {
    let old = sentinelWatch.rawValue
    _ = inotify_rm_watch(descriptor, old)
    let new = unsafe inotify_add_watch(descriptor, "/proc/self/fd/\(sentinel.rawValue)", UInt32(IN_ATTRIB))
    if new >= 0 { sentinelWatch = WatchDescriptor(rawValue: new) }
  }

  /// Watches what a descriptor stands for, adding to what is asked for already.
  func watch(_ file: Descriptor, for mask: EventMask) throws(Errno) -> WatchDescriptor {
    let bits = mask.rawValue | UInt32(IN_MASK_ADD)
    // Through the working directory it takes two thirds of the time.
    if ThreadDirectory.isOwn, (try? file.makeWorkingDirectory()) != nil {
      let watch = unsafe inotify_add_watch(descriptor, ".", bits)
      guard watch < 0 else { return WatchDescriptor(rawValue: watch) }
      throw Errno.current
    }
    let watch = unsafe inotify_add_watch(descriptor, "/proc/self/fd/\(file.rawValue)", bits)
    guard watch >= 0 else { throw Errno.current }
    return WatchDescriptor(rawValue: watch)
  }

  func unwatch(_ watch: WatchDescriptor) {
    // A watch that is dead already is none to remove.
    _ = inotify_rm_watch(descriptor, watch.rawValue)
  }
}
