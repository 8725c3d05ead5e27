import Glibc
import SystemCalls
import TestSupport

/// Makes files as fast as it can, in 64 directories.
enum ChurnProcess: ChildProcess {
  static let name = "churn"

  enum Pattern: String, CaseIterable {
    /// Files are made and stay: three events each.
    case kept
    /// Files are made and deleted: four events each.
    case deleted
    /// Files are made under a temporary name and renamed over one name a directory: five events each.
    case replaced

    var eventsPerFile: Int {
      switch self {
      case .kept: 3
      case .deleted: 4
      case .replaced: 5
      }
    }
  }

  static let directories = 64

  /// Arguments: an existing directory, a name that no other process uses, the number of files, the pattern.
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 4, let files = Int(arguments[2]), let pattern = Pattern(rawValue: arguments[3]) else {
      throw Options.Failure("usage: benchmarks churn DIRECTORY NAME FILES kept|deleted|replaced")
    }
    let contents = [UInt8](repeating: 0x5A, count: 100)
    for number in 0..<files {
      let directory = "\(arguments[0])/\(number % directories)"
      let path = "\(directory)/\(arguments[1])-\(number)"
      let descriptor = creat(path, 0o644)
      guard descriptor >= 0, write(descriptor, contents, contents.count) == contents.count, close(descriptor) == 0
      else { throw Errno.current }
      let result =
        switch pattern {
        case .kept: Int32(0)
        case .deleted: unlink(path)
        case .replaced: rename(path, "\(directory)/\(arguments[1])")
        }
      guard result == 0 else { throw Errno.current }
    }
    return 0
  }

  /// Makes the directories that the processes work in.
  static func prepare(_ directory: BytePath) throws {
    for number in 0..<directories {
      guard mkdir("\(directory.string)/\(number)", 0o755) == 0 else { throw Errno.current }
    }
  }

  static func start(in directory: BytePath, as name: String, files: Int, _ pattern: Pattern) throws -> Subprocess {
    try Subprocess(
      BuildProducts.program("benchmarks"),
      [BytePath(Self.name), directory, BytePath(name), BytePath(String(files)), BytePath(pattern.rawValue)])
  }

  static func finish(_ process: Subprocess) throws {
    guard try process.wait() == .exited(0) else {
      throw Options.Failure(String(decoding: process.capturedErrors, as: UTF8.self))
    }
  }

  /// Ends a process before it has made all its files.
  static func stop(_ process: Subprocess) throws {
    process.send(signal: SIGKILL)
    _ = try process.wait()
  }
}
