internal import Synchronization
package import SystemCalls

extension SizeTree {
  /// What the tree has under a name.
  package enum Entry: Hashable, Sendable {
    /// A file with one name.
    case file
    /// A name of an inode that has, or may have, others.
    case linked(FileIdentity)
    case directory(DirectoryID)
  }

  // MARK: Directories

  package func isLive(_ id: DirectoryID) -> Bool {
    id.index < nodes.count && nodes[id.index].isLive
  }

  package func isLive(_ handle: DirectoryHandle) -> Bool {
    isLive(handle.id) && generation(of: handle.id) == handle.generation
  }

  package func handle(of id: DirectoryID) -> DirectoryHandle {
    DirectoryHandle(id: id, generation: generation(of: id))
  }

  private func generation(of id: DirectoryID) -> UInt32 {
    published.withRow(id) { $0.generation.load(ordering: .relaxed) } ?? 0
  }

  package func parent(of id: DirectoryID) -> DirectoryID? {
    let parent = nodes[id.index].parent
    return parent == .none ? nil : parent
  }

  /// The directory's name; empty for the root.
  package func name(of id: DirectoryID) -> [UInt8] {
    names.bytes(at: nodes[id.index].name)
  }

  package func identity(of id: DirectoryID) -> FileIdentity {
    FileIdentity(device: devices[Int(nodes[id.index].device)], inode: nodes[id.index].inode)
  }

  /// The kernel's number of the directory's watch.
  package func watch(of id: DirectoryID) -> Int32? {
    let watch = nodes[id.index].watch
    return watch == 0 ? nil : watch
  }

  /// How many directories have a watch. O(directories).
  package var watchCount: Int {
    nodes.reduce(0) { $0 + ($1.isLive && $1.watch != 0 ? 1 : 0) }
  }

  package func setWatch(_ watch: Int32?, of id: DirectoryID) {
    nodes[id.index].watch = watch ?? 0
  }

  /// Whether the root is above. O(depth).
  package func isAttached(_ id: DirectoryID) -> Bool {
    isAncestorOrSelf(.root, of: id)
  }

  package func isAncestorOrSelf(_ ancestor: DirectoryID, of id: DirectoryID) -> Bool {
    var next = id
    while next != .none {
      if next == ancestor { return true }
      next = nodes[next.index].parent
    }
    return false
  }

  /// The number of directories above.
  package func depth(of id: DirectoryID) -> Int {
    var depth = 0
    var next = nodes[id.index].parent
    while next != .none {
      depth += 1
      next = nodes[next.index].parent
    }
    return depth
  }

  /// The path below the root, empty for the root; nil in a detached subtree. O(length).
  package func path(of id: DirectoryID) -> BytePath? {
    var ancestors: [DirectoryID] = []
    var next = id
    while next != .root {
      ancestors.append(next)
      next = nodes[next.index].parent
      if next == .none { return nil }
    }
    var path: [UInt8] = []
    for ancestor in ancestors.reversed() {
      if !path.isEmpty { path.append(UInt8(ascii: "/")) }
      path.append(contentsOf: name(of: ancestor))
    }
    return BytePath(bytes: path)
  }

  /// The directory at a path below the root. O(length).
  package func directory(at path: BytePath) -> DirectoryID? {
    var current = DirectoryID.root
    let bytes = path.bytes.span
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "/") { end += 1 }
      let name = bytes.extracting(start..<end)
      start = end + 1
      if name.isEmpty || (name.count == 1 && name[0] == UInt8(ascii: ".")) { continue }
      guard let child = child(named: name, of: current) else { return nil }
      current = child
    }
    return current
  }

  // MARK: Entries

  package func nameHash(of name: [UInt8], in id: DirectoryID) -> NameHash {
    hashing(name.span, salt: nodes[id.index].salt)
  }

  /// Makes hashes of a directory's names outside the tree's lock.
  package func nameHashing(in id: DirectoryID) -> @Sendable ([UInt8]) -> NameHash {
    let salt = nodes[id.index].salt
    let hashing = hashing
    return { hashing($0.span, salt: salt) }
  }

  /// How many names the tree has in a directory.
  package func entryCount(in id: DirectoryID) -> Int { Int(nodes[id.index].records.count) }

  /// What the tree has under a name; nil where it has nothing.
  package func entry(named name: [UInt8], in id: DirectoryID) -> Entry? {
    guard let slot = nodes[id.index].records.find(nameHash(of: name, in: id)) else { return nil }
    return switch nodes[id.index].records[slot].content {
    case .file, .largeFile: .file
    case .linked(let place): .linked(links[place].identity)
    case .directory(let child): hasName(child, name) ? .directory(child) : nil
    }
  }

  package func child(named name: [UInt8], of id: DirectoryID) -> DirectoryID? {
    child(named: name.span, of: id)
  }

  private func child(named name: Span<UInt8>, of id: DirectoryID) -> DirectoryID? {
    guard let slot = nodes[id.index].records.find(hashing(name, salt: nodes[id.index].salt)),
      case .directory(let child) = nodes[id.index].records[slot].content, hasName(child, name)
    else { return nil }
    return child
  }

  func hasName(_ id: DirectoryID, _ name: [UInt8]) -> Bool { hasName(id, name.span) }

  func hasName(_ id: DirectoryID, _ name: Span<UInt8>) -> Bool {
    names.holds(name, at: nodes[id.index].name)
  }

  // MARK: Walks

  /// The directories directly inside, by name.
  package func children(of id: DirectoryID) -> [DirectoryID] {
    childrenUnsorted(of: id).map { (name: name(of: $0), id: $0) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
      .map(\.id)
  }

  func childrenUnsorted(of id: DirectoryID) -> [DirectoryID] {
    var children: [DirectoryID] = []
    nodes[id.index].records.forEach { record in
      if case .directory(let child) = record.content { children.append(child) }
    }
    return children
  }

  /// The directories of a subtree down to a depth, siblings by name.
  package func directories(below top: DirectoryID, maximumDepth: Int? = nil) -> DirectoryOutline {
    var outline = DirectoryOutline(top: path(of: top) ?? "")
    var stack: [(id: DirectoryID, depth: Int)] = [(top, 0)]
    while let (id, depth) = stack.popLast() {
      outline.append(handle(of: id), name: depth == 0 ? [] : name(of: id), depth: depth)
      if let maximumDepth, depth >= maximumDepth { continue }
      for child in children(of: id).reversed() { stack.append((child, depth + 1)) }
    }
    return outline
  }

  /// Every directory that the tree holds, in no order; a few of them may be detached.
  package func allDirectories() -> [DirectoryHandle] {
    nodes.indices.lazy.filter { self.nodes[$0].isLive }.map { self.handle(of: DirectoryID(rawValue: UInt32($0))) }
  }

  /// Whether a directory, or one below it, has names of inodes with several.
  package func hasLinkedNames(in id: DirectoryID) -> Bool { nodes[id.index].linkedNames > 0 }

  /// The directories on which one of these reasons is noted.
  package func directories(withReasons reasons: UInt16) -> [DirectoryHandle] {
    ownReasons.filter { $0.value & reasons != 0 }.map { handle(of: $0.key) }
  }

  /// Every directory of a subtree, parents before children.
  func subtree(of top: DirectoryID) -> [DirectoryID] {
    var found = [top]
    var next = 0
    while next < found.count {
      found.append(contentsOf: childrenUnsorted(of: found[next]))
      next += 1
    }
    return found
  }
}
