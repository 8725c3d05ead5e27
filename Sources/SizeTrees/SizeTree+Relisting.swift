internal import SystemCalls

extension SizeTree {
  /// Makes a directory's entries equal a listing: the one operation behind the first scan, a rescan, a directory that
  /// was moved in, and an audit.
  ///
  /// Directories of the same name and identity stay, with everything in them. O(entries + depth).
  package func replaceContents(of id: DirectoryID, with listing: DirectoryContents) -> Relisting {
    var relisting = Relisting()
    var contents = listing
    let old = nodes[id.index].records
    var kept = [Bool](repeating: false, count: old.slots.count)
    resolveCollisions(in: &contents, of: id)

    var difference = Sums()
    var records = RecordBlock(reserving: contents.count)
    for entry in contents.entries {
      if records.find(entry.hash) != nil { continue }
      let slot = old.find(entry.hash)
      let previous = slot.map { old[$0] }
      let record =
        entry.status.kind == .directory
        ? keepOrMakeDirectory(entry, contents.name(of: entry), previous, in: id, &relisting)
        : keepOrMakeFile(entry, previous, in: id, &relisting, &difference)
      if let slot, let previous { kept[slot] = keeps(previous, record) }
      if previous?.isEquivalent(to: record) != true { relisting.changedEntries += 1 }
      records.insert(record)
    }

    for slot in old.slots where !kept[slot] && !old[slot].isEmpty {
      let record = old[slot]
      if records.find(record.hash) == nil { relisting.changedEntries += 1 }
      if case .directory(let child) = record.content {
        cut(child, from: id)
        relisting.detached.append(child)
      } else {
        difference = difference - release(record, in: id)
      }
    }
    nodes[id.index].records = records
    old.deallocate()
    for child in relisting.directories where child.isNew { join(child.handle.id, to: id) }
    add(difference, to: id)
    return relisting
  }

  /// Whether what the old record stands for lives on in the new one and must not be given up.
  private func keeps(_ old: FileRecord, _ new: FileRecord) -> Bool {
    switch (old.content, new.content) {
    case (.directory(let left), .directory(let right)): left == right
    case (.linked(let left), .linked(let right)): left == right
    default: false
    }
  }

  private func keepOrMakeDirectory(
    _ entry: DirectoryContents.Entry, _ name: [UInt8], _ previous: FileRecord?, in id: DirectoryID,
    _ relisting: inout Relisting
  ) -> FileRecord {
    if case .directory(let child)? = previous?.content, hasName(child, name),
      identity(of: child) == entry.status.identity
    {
      setOwnStatus(of: child, entry.status)
      relisting.directories.append(Relisting.Child(handle: handle(of: child), isNew: false))
      return FileRecord(entry.hash, entry.status.identity, directory: child)
    }
    let child = makeNode(entry.status, parent: .none)
    setName(name, of: child)
    publishAsNew(child)
    relisting.directories.append(Relisting.Child(handle: handle(of: child), isNew: true))
    return FileRecord(entry.hash, entry.status.identity, directory: child)
  }

  private func keepOrMakeFile(
    _ entry: DirectoryContents.Entry, _ previous: FileRecord?, in id: DirectoryID, _ relisting: inout Relisting,
    _ difference: inout Sums
  ) -> FileRecord {
    if case .linked(let place)? = previous?.content, links[place].identity == entry.status.identity {
      update(place, entry.status)
      return FileRecord(entry.hash, entry.status, linkIndex: place)
    }
    let (record, sums, isNewlyLinked) = makeRecord(entry.hash, entry.status, in: id)
    if isNewlyLinked { relisting.addedLinked.append(entry.status.identity) }
    difference += sums
    return record
  }

  /// Gives the directory another salt until no two names of the listing have the same hash.
  private func resolveCollisions(in contents: inout DirectoryContents, of id: DirectoryID) {
    contents.hash(with: nodes[id.index].salt)
    guard contents.hasCollision else { return }
    // The old records were made with the old salt: they are given up, and directories matched by their names.
    let children = childrenUnsorted(of: id).map { ($0, name(of: $0)) }
    repeat {
      nodes[id.index].salt &+= 1
      contents.hash(with: nodes[id.index].salt)
    } while contents.hasCollision && nodes[id.index].salt != 0
    rehash(id, keeping: children)
  }

  /// Keeps the directories under hashes of the new salt; a file's name is not known, so it goes and is listed anew.
  private func rehash(_ id: DirectoryID, keeping children: [(DirectoryID, [UInt8])]) {
    let old = nodes[id.index].records
    var difference = Sums()
    old.forEach { record in
      if !record.isDirectory { difference = difference - release(record, in: id) }
    }
    var records = RecordBlock()
    for (child, name) in children {
      records.insert(FileRecord(nameHash(of: name, in: id), identity(of: child), directory: child))
    }
    nodes[id.index].records = records
    old.deallocate()
    add(difference, to: id)
  }
}
