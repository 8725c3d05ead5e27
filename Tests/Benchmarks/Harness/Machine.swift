import Glibc
import SystemCalls
import TestSupport

/// What figures depend on, apart from the program that is measured.
enum Machine {
  static var processor: String {
    field("model name", in: "/proc/cpuinfo") ?? "unknown"
  }

  static var memoryMegabytes: Int {
    let digits = field("MemTotal", in: "/proc/meminfo")?.prefix { $0.isNumber } ?? ""
    return (Int(digits) ?? 0) / 1024
  }

  static var kernel: String {
    (try? ProcFile.read("/proc/sys/kernel/osrelease")).map { String(decoding: $0.dropLast(), as: UTF8.self) }
      ?? "unknown"
  }

  /// The revision that is checked out where this program was built, and whether something was changed since.
  static var revision: String {
    let arguments: [BytePath] = ["-C", BuildProducts.directory, "describe", "--always", "--dirty", "--exclude", "*"]
    guard let result = try? Subprocess.run("git", arguments), result.status == .exited(0) else { return "unknown" }
    return result.text.filter { !$0.isNewline }
  }

  /// How many processes wanted to run in the last minute, on average: other work spoils figures.
  static var load: String {
    let contents = (try? ProcFile.read("/proc/loadavg")) ?? []
    return String(decoding: contents.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// The package manager names the directory of the programs by how they are built.
  static var build: String {
    BuildProducts.directory.string.split(separator: "/").last.map(String.init) ?? "unknown"
  }

  static var date: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The first line of that name in a list of names and values with colons between them.
  private static func field(_ name: String, in file: BytePath) -> String? {
    guard let contents = try? ProcFile.read(file) else { return nil }
    let lines = String(decoding: contents, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name) }), let colon = line.firstIndex(of: ":") else {
      return nil
    }
    return String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
  }
}

extension Report {
  /// Says where the figures that follow are from.
  func header(_ setting: Setting? = nil) {
    var figures: Figures = [
      "processor": .text(Machine.processor), "cores": .count(processorCount()),
      "memory_MB": .count(Machine.memoryMegabytes), "load": .text(Machine.load), "kernel": .text(Machine.kernel),
      "revision": .text(Machine.revision), "build": .text(Machine.build),
      "date": .text(Machine.date),
    ]
    if let setting {
      let missing = setting.peers.missing.map(\.rawValue).joined(separator: ",")
      figures += ["on": .text(setting.place.fileSystem), "missing_peers": .text(missing.isEmpty ? "none" : missing)]
    }
    line(figures)
  }
}
