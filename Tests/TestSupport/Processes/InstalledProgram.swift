internal import SystemCalls

/// A program that some tests need and a machine may lack.
package enum InstalledProgram {
  /// Whether all of them are found in PATH; prints the first that is not.
  package static func areAvailable(_ names: String...) -> Bool {
    for name in names {
      let search = try? Subprocess.run("sh", ["-c", "command -v -- \"$1\"", "sh", .init(name)])
      guard search?.status == .exited(0) else {
        print("skipped: there is no '\(name)' here")
        return false
      }
    }
    return true
  }
}
