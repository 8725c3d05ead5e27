import Glibc
import SystemCalls

/// What a watch has to look at although it does not belong to its tree: the table of mounts, and the directories above
/// the root, in which other programs may be at work.
final class Surroundings {
  private let mounts: Descriptor
  private let events: Descriptor

  init(of root: BytePath) throws {
    mounts = try Descriptor.open(Array("/proc/self/mountinfo".utf8), [])
    events = Descriptor(rawValue: inotify_init1(Int32(IN_CLOEXEC)))
    let names = IN_CREATE | IN_DELETE | IN_MOVE | IN_ATTRIB
    for directory in sequence(first: root, next: { $0.removingLastComponent() }).prefix(root.components.count + 1)
    where directory != root {
      guard inotify_add_watch(events.rawValue, directory.string, UInt32(names)) >= 0 else { throw Errno.current }
    }
  }

  deinit {
    mounts.close()
    events.close()
  }

  /// Whether there was a change since the start.
  var haveChanged: Bool {
    var questions = [
      pollfd(fd: mounts.rawValue, events: Int16(POLLPRI), revents: 0),
      pollfd(fd: events.rawValue, events: Int16(POLLIN), revents: 0),
    ]
    return poll(&questions, UInt(questions.count), 0) > 0
  }
}
