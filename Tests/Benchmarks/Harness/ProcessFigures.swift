import Glibc
import SystemCalls

/// What the kernel says about a process.
enum ProcessFigures {
  /// By how many bytes the allocator's pieces make the memory of a process vary when the same is done again and again.
  /// A leak does not stop there.
  static let memoryVariation = 4 << 20

  struct ThreadSwitches {
    /// The thread's name, which the kernel cuts after fifteen bytes.
    let name: String
    let count: Int
  }

  /// How often each thread has left a processor, of its own will or not, by thread number.
  static func contextSwitches(of process: Int32) throws -> [Int: ThreadSwitches] {
    var switches: [Int: ThreadSwitches] = [:]
    for name in try BytePath("/proc/\(process)/task").names() {
      guard let thread = Int(String(decoding: name, as: UTF8.self)),
        // One that has ended meanwhile has no files any more.
        let bytes = try? ProcFile.read(BytePath("/proc/\(process)/task/\(thread)/status"))
      else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let voluntary = number("\nvoluntary_ctxt_switches:", in: text),
        let forced = number("\nnonvoluntary_ctxt_switches:", in: text)
      else { throw Options.Failure("the kernel does not count context switches") }
      let title = text.dropFirst("Name:\t".count).prefix { $0 != "\n" }
      switches[thread] = ThreadSwitches(name: String(title), count: voluntary + forced)
    }
    return switches
  }

  /// The processor time that a process has used, all its threads together, in seconds.
  static func processorSeconds(of process: Int32) throws -> Double {
    var clock = clockid_t()
    guard clock_getcpuclockid(process, &clock) == 0 else { throw Options.Failure("process \(process) is gone") }
    return seconds(of: clock)
  }

  /// What a clock of the kernel shows, in seconds.
  static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func number(_ name: String, in text: String) -> Int? {
    guard let start = text.firstRange(of: name)?.upperBound else { return nil }
    return Int(text[start...].drop { $0 == " " || $0 == "\t" }.prefix { $0.isNumber })
  }
}
