import SystemCalls
import TestSupport

extension Subprocess {
  /// How many threads of a `clear` still have a path to clear.
  func crewThreads() throws -> Int {
    let tasks = BytePath("/proc/\(identifier)/task")
    return try tasks.names().filter { task in
      let name = try? ProcFile.read(tasks.appending(BytePath(bytes: task)).appending("comm"))
      return name == Array("cachewatch-crew\n".utf8)
    }.count
  }
}
