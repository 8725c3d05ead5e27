import FileEvents
import SizeTracking
import SystemCalls

/// A disk and an event source in memory: what the kernel would answer and report, one step at a time.
final class FakeMachine: Sendable {
  struct Inode {
    var number: UInt64
    var kind: FileKind
    var blocks: UInt64
    var sizeBytes: UInt64 = 0
    var links: UInt32 = 1
    /// nil for what is no directory.
    var entries: [[UInt8]: UInt64]?
    var isReadable = true
  }

  struct Watch {
    var inode: UInt64
    var tokens: [WatchToken]
  }

  struct State {
    var inodes: [UInt64: Inode] = [1: Inode(number: 1, kind: .directory, blocks: 8, entries: [:])]
    var lastInode: UInt64 = 1
    /// What lists as it is read has no names before that.
    var open: [Int32: (inode: UInt64, isRead: Bool, names: [[UInt8]]?)] = [:]
    var lastDescriptor: Int32 = 100
    var watches: [Int32: Watch] = [:]
    var lastWatch: Int32 = 0
    var watchLimit = Int.max
    /// Whether only directories can be watched.
    var refusesFiles = false
    var mounts = MountTable()
    /// Inodes that got another name since the queue was taken. Written to through a name that is gone before it is
    /// looked at, such an inode changes in silence: a stated limit, so the random operations leave it out.
    var freshlyLinked: Set<UInt64> = []
    /// What the kernel has queued and nobody has taken.
    var queue: [QueuedEvent] = []
    var lastBarrier: UInt64 = 0
    /// The number of calls to the disk, and what the next ones fail with.
    var calls = 0
    var failures: [Int: Errno] = [:]
    /// What the next look at the mounts fails with.
    var mountFailure: Errno?
  }

  struct QueuedEvent {
    var watch: Int32
    var token: WatchToken
    var mask: EventMask
    var name: [UInt8]
  }

  static let root: BytePath = "/"
  let state = Monitor(State())
  private let kind: FileSystemKind

  /// - Parameter listsAsRead: Whether a directory shows what is there when it is read, as ext4 does, or when it was
  ///   opened or rewound, as tmpfs does.
  init(listsAsRead: Bool = false) {
    kind = FileSystemKind(magic: listsAsRead ? 0xEF53 : 0x0102_1994)
  }

  /// The descriptors that are open now.
  var openCount: Int { state.withLock { $0.open.count } }
  var watchCount: Int { state.withLock { $0.watches.count } }
}

// MARK: The disk

extension FakeMachine: Disk {
  func open(_ path: BytePath) throws(Errno) -> OpenDirectory {
    try state.withLock { (state) throws(Errno) in
      try state.countCall()
      return try open(state.find(path.components), &state)
    }
  }

  func open(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    try state.withLock { (state) throws(Errno) in
      try state.countCall()
      let components = BytePath(bytes: name).components
      return try open(state.find(components, from: state.inode(directory.descriptor)), &state)
    }
  }

  private func open(_ number: UInt64, _ state: inout State) throws(Errno) -> OpenDirectory {
    guard let inode = state.inodes[number] else { throw .noSuchFile }
    guard inode.kind == .directory else { throw .notDirectory }
    guard inode.isReadable else { throw .permissionDenied }
    return hold(number, &state)
  }

  func openEntry(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    try state.withLock { (state) throws(Errno) in
      try state.countCall()
      return hold(try state.find([name], from: state.inode(directory.descriptor)), &state)
    }
  }

  private func hold(_ number: UInt64, _ state: inout State) -> OpenDirectory {
    state.lastDescriptor += 1
    state.open[state.lastDescriptor] = (number, false, kind.listsAsRead ? nil : state.names(in: number))
    return OpenDirectory(Descriptor(rawValue: state.lastDescriptor)) { descriptor in
      self.state.withLock { $0.open[descriptor.rawValue] = nil }
    }
  }

  func status(of directory: OpenDirectory) throws(Errno) -> FileStatus {
    try state.withLock { (state) throws(Errno) in
      try state.countCall()
      return try state.status(state.inode(directory.descriptor))
    }
  }

  func status(of name: [UInt8], in directory: OpenDirectory) throws(Errno) -> FileStatus {
    try state.withLock { (state) throws(Errno) in
      try state.countCall()
      return try state.status(state.find([name], from: state.inode(directory.descriptor)))
    }
  }

  func rewind(_ directory: OpenDirectory) throws(Errno) {
    try state.withLock { (state) throws(Errno) in
      try state.countCall()
      state.rewind(directory.descriptor.rawValue)
    }
  }

  func readNames(from directory: OpenDirectory, into block: inout NameBlock) throws(Errno) -> Bool {
    block.removeAll()
    let names = try state.withLock { (state) throws(Errno) -> [[UInt8]] in
      try state.countCall()
      guard let open = state.open[directory.descriptor.rawValue] else { throw .badDescriptor }
      state.open[directory.descriptor.rawValue]?.isRead.toggle()
      return open.isRead ? [] : open.names ?? state.names(in: open.inode)
    }
    for name in names { block.append(name) }
    return !names.isEmpty
  }

  /// What a listing says of a name without a question to the disk.
  func isDirectory(_ name: [UInt8], in directory: OpenDirectory) -> Bool {
    state.withLock { state in
      guard let open = state.open[directory.descriptor.rawValue],
        let number = state.inodes[open.inode]?.entries?[name]
      else { return false }
      return state.inodes[number]?.kind == .directory
    }
  }

  func statuses(
    of block: NameBlock, in directory: OpenDirectory, leavingOutDirectories: Bool,
    _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void
  ) {
    for name in block.names {
      let name = block.bytes(of: name)
      if leavingOutDirectories, isDirectory(name, in: directory) {
        body(name.span, .success(.unexaminedDirectory))
        continue
      }
      let result: Result<FileStatus, Errno>
      do throws(Errno) {
        result = .success(try status(of: name, in: directory))
      } catch {
        result = .failure(error)
      }
      body(name.span, result)
    }
  }

  func fileSystem(of directory: OpenDirectory) throws(Errno) -> FileSystemKind {
    kind
  }

  func synchronizeFileSystem(of directory: OpenDirectory) throws(Errno) {}

  func mounts() throws(Errno) -> MountTable {
    try state.withLock { (state) throws(Errno) in
      try state.countCall()
      if let failure = state.mountFailure.take() { throw failure }
      return state.mounts
    }
  }
}

extension FakeMachine.State {
  mutating func countCall() throws(Errno) {
    calls += 1
    if let failure = failures.removeValue(forKey: calls) { throw failure }
  }

  func names(in directory: UInt64) -> [[UInt8]] { (inodes[directory]?.entries ?? [:]).map(\.key) }

  mutating func rewind(_ descriptor: Int32) {
    guard let entry = open[descriptor] else { return }
    open[descriptor] = (entry.inode, false, entry.names == nil ? nil : names(in: entry.inode))
  }

  func inode(_ descriptor: Descriptor) throws(Errno) -> UInt64 {
    guard let open = open[descriptor.rawValue] else { throw .badDescriptor }
    return open.inode
  }

  func find(_ components: [[UInt8]], from start: UInt64 = 1) throws(Errno) -> UInt64 {
    var current = start
    for component in components {
      guard let inode = inodes[current] else { throw .noSuchFile }
      guard let entries = inode.entries else { throw .notDirectory }
      guard let next = entries[component] else { throw .noSuchFile }
      current = next
    }
    return current
  }

  func status(_ number: UInt64) throws(Errno) -> FileStatus {
    guard let inode = inodes[number] else { throw .noSuchFile }
    return FileStatus(
      identity: FileIdentity(device: 7, inode: number), kind: inode.kind, links: inode.links,
      sizeBytes: inode.sizeBytes, blocks: inode.blocks)
  }
}

// MARK: The event source

extension FakeMachine: EventSource {
  func subscribe(_ inbox: EventInbox) throws(EventSourceError) -> any EventSubscription {
    FakeSubscription(machine: self)
  }
}

final class FakeSubscription: EventSubscription {
  private let machine: FakeMachine

  init(machine: FakeMachine) {
    self.machine = machine
  }

  func watch(
    _ descriptor: Descriptor, as token: WatchToken, for mask: EventMask
  ) throws(WatchError) -> WatchDescriptor {
    try machine.state.withLock { (state) throws(WatchError) in
      do throws(Errno) { try state.countCall() } catch { throw error == .noSpace ? .limitReached : .system(error) }
      guard let inode = state.open[descriptor.rawValue]?.inode else { throw .system(.badDescriptor) }
      if let known = state.watches.first(where: { $0.value.inode == inode })?.key {
        if state.watches[known]?.tokens.contains(token) == false { state.watches[known]?.tokens.append(token) }
        return WatchDescriptor(rawValue: known)
      }
      guard !state.refusesFiles || state.inodes[inode]?.entries != nil else { throw .system(.permissionDenied) }
      guard state.watches.count < state.watchLimit else { throw .limitReached }
      state.lastWatch += 1
      state.watches[state.lastWatch] = FakeMachine.Watch(inode: inode, tokens: [token])
      return WatchDescriptor(rawValue: state.lastWatch)
    }
  }

  func unwatch(_ watch: WatchDescriptor, as token: WatchToken) {
    machine.state.withLock { state in
      state.watches[watch.rawValue]?.tokens.removeAll { $0 == token }
      if state.watches[watch.rawValue]?.tokens.isEmpty == true { state.watches[watch.rawValue] = nil }
    }
  }

  func tokens(of watch: WatchDescriptor) -> [WatchToken] {
    machine.state.withLock { $0.watches[watch.rawValue]?.tokens ?? [] }
  }

  func requestBarrier() -> UInt64 {
    machine.state.withLock { state in
      state.lastBarrier += 1
      return state.lastBarrier
    }
  }

  func cancel() {
    machine.state.withLock { $0.watches.removeAll() }
  }
}
