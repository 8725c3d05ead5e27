internal import SystemCalls

/// A program that some tests need and a machine may lack.
package enum InstalledProgram {
  /// Whether all of them are found in PATH; prints the first that is not.
  package static func areAvailable(_ names: String...) -> Bool {
    for name in names where !isAvailable(name) {
      print("skipped: there is no '\(name)' here")
      return false
    }
    return true
  }

  package static func isAvailable(_ name: String) -> Bool {
    let search = try? Subprocess.run("sh", ["-c", "command -v -- \"$1\"", "sh", .init(name)])
    return search?.status == .exited(0)
  }
}
