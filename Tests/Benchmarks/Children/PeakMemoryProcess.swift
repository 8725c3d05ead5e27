import Glibc
import SystemCalls
import TestSupport

/// Runs a program and says how much memory it had at most: the kernel adds that up over all children of a process, so
/// each program needs a parent of its own.
enum PeakMemoryProcess: ChildProcess {
  static let name = "peak"

  /// Arguments: the program and its arguments. Prints bytes.
  static func run(_ arguments: [String]) throws -> Int32 {
    guard let program = arguments.first else { throw Options.Failure("usage: benchmarks peak PROGRAM [ARGUMENT...]") }
    let result = try Subprocess.run(
      BytePath(program), arguments.dropFirst().map { BytePath($0) }, output: .null, errors: .null)
    guard result.status == .exited(0) else {
      throw Options.Failure("'\(result.command)' ended with \(result.status)")
    }
    var usage = rusage()
    guard getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { throw Errno.current }
    Console.line(String(usage.ru_maxrss * 1024))
    return 0
  }

  /// The memory that a program has at most, in bytes.
  static func bytes(of program: BytePath, _ arguments: [BytePath]) throws -> Double {
    let output = try Subprocess.output(
      of: BuildProducts.program("benchmarks"), [BytePath(name), program] + arguments)
    guard let bytes = Double(String(decoding: output.dropLast(), as: UTF8.self)) else {
      throw Options.Failure("no memory was measured")
    }
    return bytes
  }
}
