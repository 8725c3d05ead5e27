import Glibc

/// What the kernel says about a process.
enum ProcessFigures {
  /// Memory that the process occupies, in bytes.
  static func residentBytes(of process: Int32? = nil) throws -> Int {
    let text = try contents("/proc/\(process.map(String.init) ?? "self")/status")
    guard let kilobytes = field("VmRSS:", in: text) else { throw Options.Failure("the kernel does not give VmRSS") }
    return kilobytes * 1024
  }

  /// How often each thread has left a processor, of its own will or not, by thread number.
  static func contextSwitches(of process: Int32) throws -> [Int: Int] {
    var switches: [Int: Int] = [:]
    guard let directory = opendir("/proc/\(process)/task") else { throw Options.Failure("process \(process) is gone") }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let thread = Int(name) else { continue }
      let text = try contents("/proc/\(process)/task/\(name)/status")
      guard let voluntary = field("\nvoluntary_ctxt_switches:", in: text),
        let forced = field("\nnonvoluntary_ctxt_switches:", in: text)
      else { throw Options.Failure("the kernel does not count context switches") }
      switches[thread] = voluntary + forced
    }
    return switches
  }

  /// The processor time that this process has used, all threads together, in seconds.
  static var ownProcessorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func field(_ name: String, in text: String) -> Int? {
    guard let start = text.firstRange(of: name)?.upperBound else { return nil }
    let digits = text[start...].drop { $0 == " " || $0 == "\t" }.prefix { $0.isNumber }
    return Int(digits)
  }

  private static func contents(_ path: String) throws -> String {
    guard let file = fopen(path, "re") else { throw Options.Failure("cannot read \(path)") }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
