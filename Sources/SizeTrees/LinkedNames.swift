/// A name as the tree keeps it: a directory and a hash.
package struct LinkedName: Hashable, Sendable {
  package let directory: DirectoryID
  package let hash: NameHash
}

/// The names of one inode in the tree: mostly one or two, sometimes tens of thousands.
struct LinkedNames {
  private enum Others {
    case few([LinkedName])
    case many(ManyNames)
  }

  /// Shared by copies, of which the tree makes none that it changes.
  private final class ManyNames {
    var names: Set<LinkedName>

    init(_ names: [LinkedName]) {
      self.names = Set(names)
    }
  }

  private var firstHash = NameHash(rawValue: 0)
  private var others = Others.few([])
  /// `none` when there is no name at all.
  private var firstDirectory = DirectoryID.none

  private static let fewLimit = 16

  var first: LinkedName? {
    firstDirectory == .none ? nil : LinkedName(directory: firstDirectory, hash: firstHash)
  }

  var count: Int {
    guard firstDirectory != .none else { return 0 }
    return switch others {
    case .few(let names): 1 + names.count
    case .many(let many): 1 + many.names.count
    }
  }

  var all: [LinkedName] {
    var all: [LinkedName] = []
    forEach { all.append($0) }
    return all
  }

  func forEach(_ body: (LinkedName) -> Void) {
    guard let first else { return }
    body(first)
    switch others {
    case .few(let names): names.forEach(body)
    case .many(let many): many.names.forEach(body)
    }
  }

  mutating func insert(_ name: LinkedName) {
    if firstDirectory == .none {
      (firstDirectory, firstHash) = (name.directory, name.hash)
    } else if name != first {
      insertOther(name)
    }
  }

  mutating func remove(_ name: LinkedName) {
    guard name == first else { return removeOther(name) }
    guard let heir = anyOther else { return firstDirectory = .none }
    removeOther(heir)
    (firstDirectory, firstHash) = (heir.directory, heir.hash)
  }

  private var anyOther: LinkedName? {
    switch others {
    case .few(let names): names.last
    case .many(let many): many.names.first
    }
  }

  private mutating func insertOther(_ name: LinkedName) {
    switch others {
    case .few(var names):
      guard !names.contains(name) else { return }
      names.append(name)
      others = names.count > Self.fewLimit ? .many(ManyNames(names)) : .few(names)
    case .many(let many):
      many.names.insert(name)
    }
  }

  private mutating func removeOther(_ name: LinkedName) {
    switch others {
    case .few(var names):
      names.removeAll { $0 == name }
      others = .few(names)
    case .many(let many):
      many.names.remove(name)
      if many.names.isEmpty { others = .few([]) }
    }
  }
}
