internal import SystemCalls

/// The entries that the caller named, to be followed name by name on the way down. Flat: paths may have any length.
struct NamedEntries: Sendable {
  /// A directory on the way to a named entry, or such an entry.
  struct Position: Hashable, Sendable {
    fileprivate var number: Int32
  }

  private struct Step: Hashable {
    var from: Position
    var name: [UInt8]
  }

  private var steps: [Step: Position] = [:]
  private var ends: Set<Position> = []

  static let root = Position(number: 0)

  var isEmpty: Bool { ends.isEmpty }

  /// Adds a path below the root.
  /// - Returns: false when it is none.
  mutating func insert(_ path: BytePath) -> Bool {
    let names = path.components
    guard !names.isEmpty, !path.isAbsolute, names.allSatisfy(Self.isName) else { return false }
    var position = Self.root
    for name in names {
      let step = Step(from: position, name: name)
      position = steps[step] ?? Position(number: Int32(steps.count + 1))
      steps[step] = position
    }
    ends.insert(position)
    return true
  }

  func step(from position: Position?, to name: [UInt8]) -> Position? {
    guard let position, !steps.isEmpty else { return nil }
    return steps[Step(from: position, name: name)]
  }

  func isNamed(_ position: Position?) -> Bool {
    position.map(ends.contains) ?? false
  }

  private static func isName(_ name: [UInt8]) -> Bool {
    name != Array(".".utf8) && name != Array("..".utf8) && !name.contains(0)
  }
}
