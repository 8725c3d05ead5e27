internal import SystemCalls

/// A pattern of what stays, in the form that paths below the root have: only so can it match one.
package enum ProtectedPattern {
  private static let separator = UInt8(ascii: "/")

  /// The pattern as one for paths below the root: `./wheels/` is `wheels`.
  package static func canonical(_ pattern: String) -> String {
    var bytes = Array(pattern.utf8)[...]
    while bytes.starts(with: "./".utf8) {
      bytes = bytes.dropFirst(2).drop { $0 == separator }
    }
    while bytes.last == separator { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Why a pattern protects nothing, whatever there is; nil where it can. A clear that took it would delete what
  /// the caller believes to be safe.
  package static func objection(to pattern: String) -> String? {
    if pattern.utf8.first == separator {
      return "it needs a pattern for paths below the directory, not an absolute one"
    }
    let pattern = canonical(pattern)
    if pattern.isEmpty { return "it needs a pattern, such as '*.tmp'" }
    if pattern.utf8.contains(0) { return "no name contains a zero byte" }
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    if let part = parts.first(where: { ["", ".", ".."].contains($0) }) {
      return part.isEmpty ? "no path has '//' in it" : "no path has '\(part)' in it"
    }
    // The last of an odd number of them quotes nothing.
    let backslashes = pattern.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }
    return backslashes.count % 2 == 1 ? "it ends in a single '\\'" : nil
  }
}
