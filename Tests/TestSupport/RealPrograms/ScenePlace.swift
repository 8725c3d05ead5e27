internal import SystemCalls

/// Where a scene takes place.
struct ScenePlace: Sendable {
  /// What is tracked.
  let tree: BytePath
  /// Beside it, on the same file system: sources, archives, homes.
  let side: BytePath

  /// Runs a shell script that has to succeed, in the directory beside the tree. `$tree` is the tree.
  func shell(_ script: String) throws {
    try Subprocess.output(
      of: "sh", ["-euc", BytePath(script)], environment: environment, directory: side)
  }

  var environment: [String: String] {
    [
      "tree": tree.string, "HOME": side.string, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Tester",
      "GIT_AUTHOR_EMAIL": "tester@example.org", "GIT_COMMITTER_NAME": "Tester",
      "GIT_COMMITTER_EMAIL": "tester@example.org", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_CACHE_DIR": "1",
      "PIP_ROOT_USER_ACTION": "ignore",
    ]
  }

  /// A step that is a shell script.
  func step(_ name: String, _ script: String) -> SceneStep {
    SceneStep(name: name) { try shell(script) }
  }
}

/// One step of a scene, with a comparison after it.
struct SceneStep {
  let name: String
  let run: () throws -> Void
}
