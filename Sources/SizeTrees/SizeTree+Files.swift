package import SystemCalls

extension SizeTree {
  // MARK: Edits of names

  /// What else came of making a name stand for something else.
  package struct EntryChange {
    /// Whether the tree had the name. For tests.
    package var wasThere = false
    /// The directory of that name; it is out of the tree now, and whole.
    package var detached: DirectoryID?
    /// The inode that lost this name, and has or may have others.
    package var lostLinked: FileIdentity?
    /// Whether the inode has several names and the tree did not know that: another name of it may be in the tree as an
    /// ordinary file.
    package var isNewlyLinked = false
    /// Whether the name has the hash of another name that is a directory's, and nothing was done: a listing of all of them
    /// finds hashes that differ.
    package var hasCollided = false
  }

  /// Makes a name stand for a file, or with nil for nothing, whatever it stood for. O(depth).
  @discardableResult
  package func setEntry(named name: Span<UInt8>, in id: DirectoryID, to status: FileStatus?) -> EntryChange {
    let hash = hashing(name, salt: nodes[id.index].salt)
    var change = EntryChange()
    guard let slot = nodes[id.index].records.find(hash) else {
      if let status { insertFile(hash, status, in: id, &change) }
      return change
    }
    let old = nodes[id.index].records[slot]
    switch old.content {
    case .directory(let child):
      guard hasName(child, name) else {
        change.hasCollided = status != nil
        return change
      }
      change.wasThere = true
      change.detached = child
      detach(child)
      if let status { insertFile(hash, status, in: id, &change) }
      return change
    case .linked(let place):
      let identity = links[place].identity
      if let status, identity == status.identity {
        update(place, status)
        nodes[id.index].records[slot] = FileRecord(hash, status, linkIndex: place)
        change.wasThere = true
        return change
      }
      change.lostLinked = identity
    case .file, .largeFile: break
    }
    change.wasThere = true
    let removed = release(old, in: id)
    guard let status else {
      nodes[id.index].records.remove(at: slot)
      add(Sums() - removed, to: id)
      return change
    }
    let (record, added, isNew) = makeRecord(hash, status, in: id)
    nodes[id.index].records[slot] = record
    if added != removed { add(added - removed, to: id) }
    change.isNewlyLinked = isNew
    return change
  }

  private func insertFile(_ hash: NameHash, _ status: FileStatus, in id: DirectoryID, _ change: inout EntryChange) {
    let (record, sums, isNew) = makeRecord(hash, status, in: id)
    nodes[id.index].records.insert(record)
    add(sums, to: id)
    change.isNewlyLinked = isNew
  }

  // MARK: Records

  /// Makes a name's record, with what it adds to the sums at once: nothing for an inode with several names, which is
  /// charged later.
  func makeRecord(
    _ hash: NameHash, _ status: FileStatus, in id: DirectoryID
  ) -> (record: FileRecord, sums: Sums, isNewlyLinked: Bool) {
    let known = links.place(of: status.identity)
    if known != nil || status.links > 1 {
      let place = known ?? links.insert(status)
      let isNew = links[place].names.first == nil
      update(place, status)
      insertName(LinkedName(directory: id, hash: hash), at: place)
      return (FileRecord(hash, status, linkIndex: place), Sums(), isNew)
    }
    return (makePlainRecord(hash, status), .file(status.blocks, status.apparentBytes), false)
  }

  func makePlainRecord(_ hash: NameHash, _ status: FileStatus) -> FileRecord {
    if let record = FileRecord(hash, status) { return record }
    let index = largeFiles.insert(status.blocks, status.apparentBytes)
    return FileRecord(hash, status, largeIndex: index)
  }

  /// Gives up a record, with what it has in the sums now.
  func release(_ record: FileRecord, in id: DirectoryID) -> Sums {
    switch record.content {
    case .file(let blocks, let apparentBytes):
      return .file(blocks, apparentBytes)
    case .largeFile(let index):
      let sizes = largeFiles[index]
      largeFiles.remove(index)
      return .file(sizes.blocks, sizes.apparentBytes)
    case .linked(let place):
      removeName(LinkedName(directory: id, hash: record.hash), at: place)
      return Sums()
    case .directory:
      return Sums()
    }
  }
}
