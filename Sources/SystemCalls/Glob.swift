internal import Glibc

/// A shell pattern as `du` and the tool understand it: `*` and `?` match `/` and a leading dot too.
package struct Glob: Hashable, Sendable {
  package let pattern: String

  package init(_ pattern: String) { self.pattern = pattern }

  /// Whether the pattern matches a path, or what is left of it behind any of its separators.
  package func matches(_ path: [UInt8]) -> Bool {
    unsafe pattern.withCString { pattern in
      unsafe path.withCString { path in
        var rest = unsafe path
        while true {
          if unsafe fnmatch(pattern, rest, 0) == 0 { return true }
          guard let separator = unsafe strchr(rest, Int32(UInt8(ascii: "/"))) else { return false }
          unsafe rest = UnsafePointer(separator + 1)
        }
      }
    }
  }
}
