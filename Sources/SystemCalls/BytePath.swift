/// A path as the kernel sees it: bytes separated by `/`.
///
/// A `String` cannot hold every file name, because names need not be UTF-8. A string literal makes a path;
/// `string` is for showing it. Nothing is resolved: `.`, `..` and symbolic links stay as they are.
public struct BytePath: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The path's bytes, without a terminating zero.
  public var bytes: [UInt8]

  /// A path of these bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A path of the text's UTF-8 bytes.
  public init(_ string: String) {
    bytes = Array(string.utf8)
  }

  /// A path of the literal's UTF-8 bytes.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension BytePath {
  private static let separator = UInt8(ascii: "/")

  /// Whether the path has no bytes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether the path starts at the root of the file system.
  public var isAbsolute: Bool { bytes.first == Self.separator }

  /// The names between the separators; empty ones are left out. O(length).
  public var components: [[UInt8]] {
    bytes.split(separator: Self.separator).map(Array.init)
  }

  /// The last name, or nil where there is none. O(its length).
  public var lastComponent: [UInt8]? {
    var rest = bytes[...]
    while rest.last == Self.separator { rest.removeLast() }
    let name = rest.suffix(from: rest.lastIndex(of: Self.separator).map { $0 + 1 } ?? 0)
    return name.isEmpty ? nil : Array(name)
  }

  /// The path without its last name: "/a" for "/a/b", "/" for "/a" and for "/", and empty for "a".
  public func removingLastComponent() -> BytePath {
    var rest = bytes[...]
    while rest.count > 1, rest.last == Self.separator { rest.removeLast() }
    while let last = rest.last, last != Self.separator { rest.removeLast() }
    while rest.count > 1, rest.last == Self.separator { rest.removeLast() }
    return BytePath(bytes: Array(rest))
  }

  /// The path with one more name, or with a relative path, behind it.
  public func appending(_ component: [UInt8]) -> BytePath {
    var result = self
    result.append(component)
    return result
  }

  /// Puts one more name, or a relative path, behind the path.
  public mutating func append(_ component: [UInt8]) {
    guard !component.isEmpty else { return }
    if let last = bytes.last, last != Self.separator { bytes.append(Self.separator) }
    bytes.append(contentsOf: component)
  }

  /// How many directories a path below another one leads down.
  package var level: Int { isEmpty ? 0 : bytes.count { $0 == Self.separator } + 1 }

  /// The rest of an absolute path below a directory, empty for the directory itself; nil where it is not below.
  package func below(_ directory: BytePath) -> BytePath? {
    if self == directory { return "" }
    var prefix = directory.bytes
    if prefix.last != Self.separator { prefix.append(Self.separator) }
    guard bytes.starts(with: prefix) else { return nil }
    return BytePath(bytes: Array(bytes.dropFirst(prefix.count)))
  }

  /// The path with another, relative path behind it.
  public func appending(_ other: BytePath) -> BytePath {
    appending(other.bytes)
  }
}

extension BytePath: CustomStringConvertible {
  /// The path as text; bytes that are not UTF-8 become U+FFFD. It may hold control characters.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text that is safe on a terminal and in a log: control characters are escaped.
  public var description: String { bytes.printable }
}
