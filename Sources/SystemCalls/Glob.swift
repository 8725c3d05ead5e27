internal import Glibc

/// A shell pattern as `du` and the tool understand it: `*` and `?` match `/` and a leading dot too.
package struct Glob: Hashable, Sendable {
  package let pattern: String

  /// What every match begins with; nil where it can be anything.
  private let first: UInt8?

  package init(_ pattern: String) {
    self.pattern = pattern
    first = pattern.utf8.first.flatMap { "*?[\\".utf8.contains($0) ? nil : $0 }
  }

  /// Whether the pattern matches a path, or what is left of it behind any of its separators.
  package func matches(_ path: [UInt8]) -> Bool {
    // Paths of deep trees are long, and what stands before a match is part of it where the pattern begins with a star.
    let startsAnywhere = pattern.utf8.first == UInt8(ascii: "*")
    return unsafe pattern.withCString { pattern in
      unsafe path.withCString { path in
        var rest = unsafe path
        while true {
          let isPossible = unsafe first == nil || UInt8(bitPattern: rest.pointee) == first
          if isPossible, unsafe fnmatch(pattern, rest, 0) == 0 { return true }
          if startsAnywhere { return false }
          guard let separator = unsafe strchr(rest, Int32(UInt8(ascii: "/"))) else { return false }
          unsafe rest = UnsafePointer(separator + 1)
        }
      }
    }
  }
}
