package import SystemCalls

extension SizeTree {
  /// The salt of a directory's hashes, for a listing of it.
  package func salt(of id: DirectoryID) -> UInt8 { nodes[id.index].salt }

  /// Makes a directory's entries equal a listing: the one operation behind the first scan, a rescan, a directory that
  /// was moved in, and an audit.
  ///
  /// Directories of the same name and identity stay, with everything in them. O(entries + depth).
  ///
  /// - Parameter status: What the disk says about the directory itself; nil when that is not news.
  /// - Returns: nil when two entries have the same hash, and nothing was done: either two names collide, or one name was
  ///   seen twice because it was renamed during the listing. The directory is then listed again, with another salt.
  package func replaceContents(
    of id: DirectoryID, with contents: DirectoryContents, status: FileStatus? = nil
  ) -> Relisting? {
    guard var records = recordBlock(of: contents) else { return nil }
    var relisting = Relisting()
    if contents.salt != nodes[id.index].salt { rehash(id, salt: contents.salt, &relisting) }
    let old = nodes[id.index].records
    // Records of the old block that live on in the new one, and must not be given up.
    var kept = [Bool](repeating: false, count: old.slots.count)
    var difference = contents.plainSums
    if let status { difference += noteOwn(status, of: id) }
    var newBits: [UInt32] = []

    _ = contents.forEachPlain { record in
      if let slot = old.find(record.hash), old[slot].isEquivalent(to: record) { return true }
      relisting.changedEntries += 1
      if links.mayHold(record.identityBits) { newBits.append(record.identityBits) }
      return true
    }
    for entry in contents.special {
      let slot = old.find(entry.hash)
      let previous = slot.map { old[$0] }
      if !has(entry, in: previous) { relisting.changedEntries += 1 }
      let record =
        entry.status.isDirectory
        ? keepOrMakeDirectory(entry, previous, &relisting)
        : keepOrMakeFile(entry, previous, in: id, &relisting, &difference)
      records.replace(with: record)
      if let slot, let previous { kept[slot] = keeps(previous, record) }
    }
    for slot in old.slots where !kept[slot] && !old[slot].isEmpty {
      let record = old[slot]
      if records.find(record.hash) == nil { relisting.changedEntries += 1 }
      if case .directory(let child) = record.content {
        cut(child, from: id)
        relisting.detached.append(child)
      } else {
        difference = difference - release(record, in: id, &relisting)
      }
    }
    // A file that got another name after it was listed, or that has a name in the tree which is gone by now.
    for bits in newBits { relisting.addedLinked += links.identities(withBits: bits) }
    nodes[id.index].records = records
    old.deallocate()
    // What is new is empty still, and the same directories are above it: one walk up adds all of it.
    for child in relisting.directories where child.isNew {
      nodes[child.handle.id.index].parent = id
      difference += sums(of: child.handle.id)
    }
    add(difference, to: id)
    return relisting
  }

  /// The records of a listing, in which each entry that needs more than a record has its place. nil when two entries
  /// have the same hash.
  private func recordBlock(of contents: DirectoryContents) -> RecordBlock? {
    var records = RecordBlock(reserving: contents.count)
    let isUnique =
      contents.forEachPlain { records.insertIfNew($0) }
      && contents.special.allSatisfy { records.insertIfNew(FileRecord($0.hash, directory: .none)) }
    if isUnique { return records }
    records.deallocate()
    return nil
  }

  private func keeps(_ old: FileRecord, _ new: FileRecord) -> Bool {
    switch (old.content, new.content) {
    case (.directory(let left), .directory(let right)): left == right
    case (.linked(let left), .linked(let right)): left == right
    default: false
    }
  }

  /// Whether a record says the same as a listing's entry about everything but its last use.
  private func has(_ entry: DirectoryContents.Special, in record: FileRecord?) -> Bool {
    let status = entry.status
    return switch record?.content {
    case .directory(let child):
      hasName(child, entry.name) && identity(of: child) == status.identity
        && nodes[child.index].blocks == UInt32(clamping: status.blocks)
    case .linked(let place):
      links[place].identity == status.identity && links[place].hasSizes(of: status)
    case .largeFile(let index):
      record?.mayBe(status) == true && status.links < 2
        && largeFiles[index] == (status.blocks, status.apparentBytes)
    case .file, nil: false
    }
  }

  private func keepOrMakeDirectory(
    _ entry: DirectoryContents.Special, _ previous: FileRecord?, _ relisting: inout Relisting
  ) -> FileRecord {
    if case .directory(let child)? = previous?.content, hasName(child, entry.name),
      identity(of: child) == entry.status.identity
    {
      setOwnStatus(of: child, entry.status)
      relisting.directories.append(found(child, entry, isNew: false))
      return FileRecord(entry.hash, directory: child)
    }
    let child = makeNode(entry.status, parent: .none)
    setName(entry.name, of: child)
    publishAsNew(child)
    relisting.directories.append(found(child, entry, isNew: true))
    return FileRecord(entry.hash, directory: child)
  }

  private func found(_ child: DirectoryID, _ entry: DirectoryContents.Special, isNew: Bool) -> Relisting.Child {
    Relisting.Child(
      handle: handle(of: child), isNew: isNew, name: entry.name, identity: entry.status.identity, salt: salt(of: child))
  }

  private func keepOrMakeFile(
    _ entry: DirectoryContents.Special, _ previous: FileRecord?, in id: DirectoryID, _ relisting: inout Relisting,
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

  /// Keeps the directories under hashes of a new salt. A file's name is not known, so it goes; the listing brings it
  /// back.
  private func rehash(_ id: DirectoryID, salt: UInt8, _ relisting: inout Relisting) {
    let old = nodes[id.index].records
    nodes[id.index].salt = salt
    var difference = Sums()
    var records = RecordBlock()
    old.forEach { record in
      if case .directory(let child) = record.content {
        let hash = nameHash(of: name(of: child), in: id)
        records.insert(FileRecord(hash, directory: child))
      } else {
        difference = difference - release(record, in: id, &relisting)
      }
    }
    nodes[id.index].records = records
    old.deallocate()
    add(difference, to: id)
  }

  private func release(_ record: FileRecord, in id: DirectoryID, _ relisting: inout Relisting) -> Sums {
    if case .linked(let place) = record.content, links[place].names.count > 1 {
      relisting.lostLinked.append(links[place].identity)
    }
    return release(record, in: id)
  }
}
