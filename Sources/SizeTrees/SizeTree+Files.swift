package import SystemCalls

extension SizeTree {
  // MARK: Edits of names

  /// Makes a name stand for a file: adds it, or changes its sizes, or replaces another file.
  ///
  /// A directory of that name must have been detached. O(depth).
  /// - Returns: whether the inode has several names and the tree did not know that: another name of it may be in the
  ///   tree as an ordinary file.
  package func setFile(named name: [UInt8], in id: DirectoryID, to status: FileStatus) -> Bool {
    let hash = nameHash(of: name, in: id)
    guard let slot = nodes[id.index].records.find(hash) else {
      let (record, sums, isNew) = makeRecord(hash, status, in: id)
      nodes[id.index].records.insert(record)
      add(sums, to: id)
      return isNew
    }
    let old = nodes[id.index].records[slot]
    precondition(!old.isDirectory, "a directory is detached before a file takes its name")
    if case .linked(let place) = old.content, links[place].identity == status.identity {
      update(place, status)
      nodes[id.index].records[slot] = FileRecord(hash, status, linkIndex: place)
      return false
    }
    let removed = release(old, in: id)
    let (record, added, isNew) = makeRecord(hash, status, in: id)
    nodes[id.index].records[slot] = record
    add(added - removed, to: id)
    return isNew
  }

  /// Removes a file's name. O(depth).
  /// - Returns: false where the tree has no file of that name.
  @discardableResult
  package func removeFile(named name: [UInt8], in id: DirectoryID) -> Bool {
    guard let slot = nodes[id.index].records.find(nameHash(of: name, in: id)) else { return false }
    let record = nodes[id.index].records[slot]
    guard !record.isDirectory else { return false }
    let removed = release(record, in: id)
    nodes[id.index].records.remove(at: slot)
    add(Sums() - removed, to: id)
    return true
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
