import Glibc
import SystemCalls
import TestSupport

/// A small tree with one of each thing that is counted in its own way.
final class SampleTree: Sendable {
  let directory: TemporaryDirectory
  var root: BytePath { directory.path("tree") }

  init() throws {
    directory = try TemporaryDirectory()
    // Names that are no text come from printf, which every shell has.
    let script = """
      mkdir -p tree/a/b/c tree/d tree/.hidden "tree/with space"
      head -c 100000 /dev/zero > tree/a/large
      printf x > tree/a/b/small
      ln tree/a/large tree/d/second-name
      ln tree/a/b/small tree/a/b/c/twin
      ln -s ../a tree/d/link
      mkfifo tree/d/pipe
      truncate -s 10M tree/d/sparse
      : > tree/a/empty
      mkdir "$(printf 'tree/line\\nend')" "$(printf 'tree/\\377bytes')" "$(printf 'tree/\\033[31mred')"
      printf yy > "$(printf 'tree/\\377bytes/\\302\\205next')"
      """
    try Subprocess.output(of: "sh", ["-ec", BytePath(script)], directory: directory.path)
  }

  func path(_ name: BytePath) -> BytePath { root.appending(name) }

  /// Runs a shell script in the tree.
  func run(_ script: String) async throws {
    let root = root
    try await onOwnThread { _ = try Subprocess.output(of: "sh", ["-ec", BytePath(script)], directory: root) }
  }

  /// What `du` prints with these options, with sizes in bytes.
  func du(_ options: [BytePath]) async throws -> [UInt8] {
    let root = root
    return try await onOwnThread { try Subprocess.output(of: "du", ["-B1"] + options + [root]) }
  }
}
