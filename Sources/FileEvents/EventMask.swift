internal import Glibc

/// What happened, or what to report: the kernel's bits by their meanings.
package struct EventMask: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An entry appeared in the directory.
  package static let created = EventMask(rawValue: UInt32(IN_CREATE))
  /// A file's contents or length changed.
  package static let modified = EventMask(rawValue: UInt32(IN_MODIFY))
  /// Permissions, times, extended attributes or the number of links changed.
  package static let attributesChanged = EventMask(rawValue: UInt32(IN_ATTRIB))
  /// A file that was open for writing was closed.
  package static let closedAfterWriting = EventMask(rawValue: UInt32(IN_CLOSE_WRITE))
  /// An entry was removed from the directory.
  package static let deleted = EventMask(rawValue: UInt32(IN_DELETE))
  /// An entry was renamed; this is its old name.
  package static let movedFrom = EventMask(rawValue: UInt32(IN_MOVED_FROM))
  /// An entry was renamed; this is its new name.
  package static let movedTo = EventMask(rawValue: UInt32(IN_MOVED_TO))
  /// The watched file itself is gone.
  package static let deletedSelf = EventMask(rawValue: UInt32(IN_DELETE_SELF))
  /// The watched file itself was renamed.
  package static let movedSelf = EventMask(rawValue: UInt32(IN_MOVE_SELF))
  /// The entry is a directory.
  package static let isDirectory = EventMask(rawValue: UInt32(IN_ISDIR))
  /// The file system of the watched file was unmounted.
  package static let unmounted = EventMask(rawValue: UInt32(IN_UNMOUNT))
  /// The watch is dead: no more events will carry its number.
  package static let ignored = EventMask(rawValue: UInt32(IN_IGNORED))
  /// Events were lost.
  package static let overflowed = EventMask(rawValue: UInt32(IN_Q_OVERFLOW))

  /// A name appeared, for a file that may have been there before.
  package static let appearances: EventMask = [.created, .movedTo]
  /// A name went.
  package static let disappearances: EventMask = [.deleted, .movedFrom]
  /// A file's contents changed, or may have before it came.
  package static let writes: EventMask = [.created, .modified, .closedAfterWriting, .movedTo]
  /// The watched directory itself is not what it was.
  package static let ownChanges: EventMask = [.attributesChanged, .deletedSelf, .unmounted]
  /// What is reported of any watch, asked for or not.
  package static let always: EventMask = [.ignored, .unmounted]

  /// Whether this has something of the other.
  package func overlaps(_ other: EventMask) -> Bool { rawValue & other.rawValue != 0 }

  /// Everything that can change a file's sizes, whichever of its names it is opened by.
  package static let fileChanges: EventMask = [.modified, .attributesChanged, .closedAfterWriting]

  /// Everything that can change the sizes in a directory.
  package static let directoryChanges: EventMask = [
    .created, .modified, .attributesChanged, .closedAfterWriting, .deleted, .movedFrom, .movedTo, .deletedSelf,
    .movedSelf,
  ]
}
