internal import SizeTrees
internal import SystemCalls

/// What must be examined once more although no event will say so: allocated bytes change at writeback, half a minute
/// after the last write, and on some file systems again minutes later.
struct SettleList {
  /// How long after the last event an entry is examined, stage by stage.
  struct Schedule: Hashable {
    var delays: [Duration]

    /// Writeback starts when dirty data is old enough, and at the latest one period later.
    static func ordinary(writeback: Duration) -> Schedule { Schedule(delays: [writeback]) }

    /// XFS gives back the space set aside for a growing file some five minutes later, in passes of its own.
    static func trimming(writeback: Duration) -> Schedule {
      Schedule(delays: [writeback, .seconds(360), .seconds(660)])
    }
  }

  private struct Entry {
    var lastEvent: MonotonicTime
    var stage: Int
  }

  private struct Directory {
    var schedule: Schedule
    var names: [[UInt8]: Entry] = [:]
    /// Set when every entry of the directory is to be examined.
    var whole: Entry?
    /// Events after the one that `whole` waits for: they must not put it off, or a busy directory would never be
    /// examined; it is examined once more for them.
    var latestEvent = MonotonicTime(nanoseconds: 0)
    /// The directory's place on the agenda; other places that it may still hold there are void.
    var scheduled = MonotonicTime(nanoseconds: .max)

    var entries: Int { names.count + (whole == nil ? 0 : 1) }

    func due(_ entry: Entry) -> MonotonicTime { entry.lastEvent + schedule.delays[entry.stage] }

    /// When the first of the entries is due.
    var firstDue: MonotonicTime? {
      let names = names.values.lazy.map(due).min()
      guard let whole else { return names }
      return min(due(whole), names ?? due(whole))
    }

    /// - Returns: false when everything is to be examined, or there would be too many names.
    mutating func note(_ names: [[UInt8]], _ entry: Entry, limit: Int) -> Bool {
      let new = names.count { self.names[$0] == nil }
      guard whole == nil, self.names.count + new <= limit else { return false }
      for name in names { self.names[name] = entry }
      return true
    }

    mutating func noteWhole(_ entry: Entry) {
      names.removeAll()
      latestEvent = entry.lastEvent
      // In a later stage it waits for what the file system does minutes after a write: this one was now.
      if whole.map({ $0.stage > 0 }) ?? true { whole = entry }
    }

    /// When an entry is due, if that is before the directory's place on the agenda.
    func earlierPlace(for entry: Entry) -> MonotonicTime? {
      let isExamined = whole == nil || whole?.lastEvent == entry.lastEvent
      let due = due(entry)
      return isExamined && due < scheduled ? due : nil
    }

    /// The entry's next stage, or nil when it has been examined often enough.
    func next(_ entry: Entry) -> Entry? {
      guard entry.stage + 1 < schedule.delays.count else { return nil }
      return Entry(lastEvent: entry.lastEvent, stage: entry.stage + 1)
    }
  }

  /// What is to be examined.
  enum Subject: Hashable {
    case directory(DirectoryID)
    /// Every directory: there are too many to be noted one by one.
    case everywhere
  }

  /// Above so many names the whole directory is examined, and above so many directories the whole tree: memory is
  /// bounded, however much is written.
  private static let namesBeforeWhole = 64
  /// So many void places on the agenda do no harm.
  private static let voidPlaces = 256
  private let directoriesBeforeEverywhere: Int

  private var directories: [Subject: Directory] = [:]
  /// Directories by the time when something in them may be due; an early look does no harm.
  private var agenda: [(due: MonotonicTime, subject: Subject)] = []
  /// For tests: void ones among them.
  var placesOnAgenda: Int { agenda.count }
  private(set) var count = 0

  init(directoriesBeforeEverywhere: Int = 16_384) {
    self.directoriesBeforeEverywhere = directoriesBeforeEverywhere
  }

  var isEmpty: Bool { directories.isEmpty }

  func contains(_ subject: Subject) -> Bool { directories[subject] != nil }

  /// Whether something in a directory is to be examined.
  func contains(_ directory: DirectoryID) -> Bool {
    contains(.directory(directory)) || contains(.everywhere)
  }

  private func subject(_ id: DirectoryID) -> Subject {
    let own = Subject.directory(id)
    return directories.count < directoriesBeforeEverywhere || directories[own] != nil ? own : .everywhere
  }

  /// Examines names, or with nil everything in the directory, after their last event.
  /// - Returns: what had nothing on the list before and now has; nil when it had.
  mutating func insert(
    _ names: [[UInt8]]?, in id: DirectoryID, at now: MonotonicTime, schedule: Schedule
  ) -> Subject? {
    let subject = subject(id)
    let names = subject == .everywhere ? nil : names
    let isNew = directories[subject] == nil
    var directory = directories.removeValue(forKey: subject) ?? Directory(schedule: schedule)
    if schedule.delays.count > directory.schedule.delays.count { directory.schedule = schedule }
    count -= directory.entries
    let entry = Entry(lastEvent: now, stage: 0)
    let isNoted = names.map { directory.note($0, entry, limit: Self.namesBeforeWhole) } ?? false
    if !isNoted { directory.noteWhole(entry) }
    count += directory.entries
    if let due = directory.earlierPlace(for: entry) {
      directory.scheduled = due
      push(subject, at: due)
    }
    directories[subject] = directory
    return isNew ? subject : nil
  }

  mutating func remove(_ id: DirectoryID) {
    guard let directory = directories.removeValue(forKey: .directory(id)) else { return }
    count -= directory.entries
    if agenda.count > 2 * directories.count + Self.voidPlaces { makeAgenda() }
  }

  /// When `takeDue` next has something to do.
  var nextDue: MonotonicTime? { directories.isEmpty ? nil : agenda.first?.due }

  /// Hands over what is due, or with `everything` the whole first stage.
  /// - Returns: what has nothing on the list any more.
  mutating func takeDue(
    _ now: MonotonicTime, everything: Bool = false, _ examine: (_ name: [UInt8]?, Subject) -> Void
  ) -> [Subject] {
    var settled: [Subject] = []
    var again: [(MonotonicTime, Subject)] = []
    while let first = agenda.first, everything || first.due <= now {
      popAgenda()
      let id = first.subject
      guard var directory = directories.removeValue(forKey: id) else { continue }
      guard directory.scheduled == first.due else {
        directories[id] = directory
        continue
      }
      count -= directory.entries
      func isDue(_ entry: Entry) -> Bool { directory.due(entry) <= now || (everything && entry.stage == 0) }
      for (name, entry) in directory.names where isDue(entry) {
        examine(name, id)
        directory.names[name] = directory.next(entry)
      }
      if let entry = directory.whole, isDue(entry) {
        examine(nil, id)
        let isLast = everything || directory.latestEvent <= entry.lastEvent
        directory.whole = isLast ? directory.next(entry) : Entry(lastEvent: directory.latestEvent, stage: 0)
      }
      guard let due = directory.firstDue else {
        settled.append(id)
        continue
      }
      count += directory.entries
      directory.scheduled = due
      directories[id] = directory
      again.append((due, id))
    }
    for (due, id) in again { push(id, at: due) }
    return settled
  }
}

/// The agenda is a binary heap.
extension SettleList {
  /// Trees that come and go within minutes must not leave their places behind for as long.
  private mutating func makeAgenda() {
    agenda = directories.map { (due: $0.value.scheduled, subject: $0.key) }
    // What is sorted is a heap.
    agenda.sort { $0.due < $1.due }
  }

  private mutating func push(_ subject: Subject, at due: MonotonicTime) {
    agenda.append((due, subject))
    var child = agenda.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard agenda[child].due < agenda[parent].due else { return }
      agenda.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func popAgenda() {
    agenda.swapAt(0, agenda.count - 1)
    agenda.removeLast()
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < agenda.count else { return }
      let right = left + 1
      let child = right < agenda.count && agenda[right].due < agenda[left].due ? right : left
      guard agenda[child].due < agenda[parent].due else { return }
      agenda.swapAt(child, parent)
      parent = child
    }
  }
}
