import SystemCalls
import TestSupport

/// Whole trees that come, get hard links, move and go, by the programs that people use for it.
enum TreeChurn {
  /// Starts to work in a directory with copies of another one.
  static func start(in tree: BytePath, copying template: BytePath, rounds: Int) throws -> Subprocess {
    try Subprocess("sh", ["-euc", BytePath(script), "tree-churn", tree, template, BytePath(String(rounds))])
  }

  /// The last round's trees stay.
  private static let script = """
    for round in $(seq "$3"); do
      rm -rf "$1/copy" "$1/links" "$1/moved"
      cp -r "$2" "$1/copy"
      cp -al "$1/copy" "$1/links"
      mkdir -p "$1/moved/deep/er"
      mv "$1/copy" "$1/moved/deep/er/first"
      mv "$1/moved/deep" "$1/moved/deeper"
      cp -al "$1/links" "$1/copy"
      rm -rf "$1/links"
      mv "$1/moved/deeper/er/first" "$1/links"
    done
    """
}
