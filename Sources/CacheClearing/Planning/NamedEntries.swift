internal import SystemCalls

/// The entries that the caller named, to be followed name by name on the way down.
struct NamedEntries: Sendable {
  /// A directory on the way to a named entry, or such an entry.
  struct Position: Hashable, Sendable {
    fileprivate var number: Int
  }

  private var steps = DirectorySteps()
  private var ends: Set<Position> = []

  static let root = Position(number: 0)

  var isEmpty: Bool { ends.isEmpty }

  /// Adds a path below the root.
  /// - Returns: false when it is none.
  mutating func insert(_ path: BytePath) -> Bool {
    let names = path.components
    guard !names.isEmpty, !path.isAbsolute, names.allSatisfy(Self.isName) else { return false }
    var number = Self.root.number
    for name in names {
      let next = steps[name, in: number] ?? steps.count + 1
      steps[name, in: number] = next
      number = next
    }
    ends.insert(Position(number: number))
    return true
  }

  func step(from position: Position?, to name: [UInt8]) -> Position? {
    guard let position else { return nil }
    return steps[name, in: position.number].map(Position.init)
  }

  func isNamed(_ position: Position?) -> Bool {
    position.map(ends.contains) ?? false
  }

  private static func isName(_ name: [UInt8]) -> Bool {
    name != Array(".".utf8) && name != Array("..".utf8) && !name.contains(0)
  }
}
