/// What follows a benchmark's name, taken out piece by piece.
struct Options {
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  private var rest: [String]

  init(_ arguments: [String]) {
    rest = arguments
  }

  mutating func flag(_ name: String) -> Bool {
    defer { rest.removeAll { $0 == name } }
    return rest.contains(name)
  }

  mutating func text(_ name: String) throws(Failure) -> String? {
    guard let index = rest.firstIndex(of: name) else { return nil }
    guard index + 1 < rest.count else { throw Failure("'\(name)' needs a value") }
    defer { rest.removeSubrange(index...index + 1) }
    return rest[index + 1]
  }

  mutating func number(_ name: String) throws(Failure) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw Failure("'\(name)' needs a number, not '\(text)'")
    }
    return number
  }

  /// Values of a list with commas, each one of those that there are.
  mutating func list<Value: RawRepresentable>(_ name: String, of type: Value.Type) throws(Failure) -> [Value]?
  where Value.RawValue == String {
    guard let text = try text(name) else { return nil }
    var values: [Value] = []
    for word in text.split(separator: ",") {
      guard let value = Value(rawValue: String(word)) else {
        throw Failure("'\(name)' does not know '\(word)'")
      }
      values.append(value)
    }
    return values
  }

  /// Complains about what no one has taken.
  func finish() throws(Failure) {
    if let first = rest.first { throw Failure("'\(first)' is not an option here") }
  }
}
