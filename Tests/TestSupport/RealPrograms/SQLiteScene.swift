internal import SystemCalls

/// A database in WAL mode, looked at while it is open: its files stay open and are written to over and over.
enum SQLiteScene {
  static func steps(in place: ScenePlace) throws -> [SceneStep] {
    let database = try Subprocess(
      "python3", ["-u", "-c", BytePath(program), place.tree.appending("data.sqlite")], environment: place.environment,
      input: .pipe, output: .pipe)
    func step(_ name: String, _ command: String) -> SceneStep {
      SceneStep(name: name) {
        try database.write(Array("\(command)\n".utf8))
        guard try database.nextLine() == Array("done".utf8) else {
          throw Subprocess.Failure(description: String(decoding: database.capturedErrors, as: UTF8.self))
        }
      }
    }
    return [
      step("rows in the log", "insert 500"),
      step("checkpoint", "run PRAGMA wal_checkpoint(PASSIVE)"),
      step("more rows", "insert 3000"),
      step("truncating checkpoint", "run PRAGMA wal_checkpoint(TRUNCATE)"),
      step("deletion and vacuum", "shrink"),
      SceneStep(name: "closing") {
        database.closeInput()
        guard try database.wait() == .exited(0) else {
          throw Subprocess.Failure(description: String(decoding: database.capturedErrors, as: UTF8.self))
        }
      },
    ]
  }

  private static let program = """
    import sqlite3, sys
    database = sqlite3.connect(sys.argv[1], isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA wal_autocheckpoint=200")
    database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)")
    for line in sys.stdin:
      command, _, rest = line.strip().partition(" ")
      if command == "insert":
        for number in range(int(rest)):
          database.execute("INSERT INTO t (body) VALUES (?)", ("x" * (number % 900),))
      elif command == "run":
        database.execute(rest).fetchall()
      elif command == "shrink":
        database.execute("DELETE FROM t WHERE id % 3 != 0")
        database.execute("VACUUM")
      print("done")
    database.close()
    """
}
