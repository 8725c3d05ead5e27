/// Prints figures: a table for people, or JSON lines for programs.
struct Report {
  enum Value {
    case text(String)
    case count(Int)
    /// With so many decimals where people read it.
    case number(Double, decimals: Int)
  }

  let benchmark: String
  let asJSON: Bool

  /// One line of figures. `isWell` false marks figures that miss what they should be.
  func line(_ figures: KeyValuePairs<String, Value>, isWell: Bool = true) {
    if asJSON {
      let fields = figures.map { "\"\($0.key)\":\($0.value.json)" }
      Console.line(
        "{" + (["\"benchmark\":\"\(benchmark)\""] + fields + ["\"ok\":\(isWell)"]).joined(separator: ",")
          + "}")
    } else {
      let fields = figures.map { "\($0.key) \($0.value.readable)" }
      Console.line((isWell ? "  " : "! ") + ([benchmark.padded(to: 12)] + fields).joined(separator: "  "))
    }
  }

  /// Something to know that is not a figure; programs do not see it.
  func note(_ text: String) {
    if !asJSON { Console.line("  " + text) }
  }
}

extension Report.Value {
  fileprivate var json: String {
    switch self {
    case .text(let text): "\"" + text.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline } + "\""
    case .count(let count): String(count)
    case .number(let number, _): String(number)
    }
  }

  fileprivate var readable: String {
    switch self {
    case .text(let text): text.padded(to: 6)
    case .count(let count): String(count).leftPadded(to: 7)
    case .number(let number, let decimals): number.rounded(to: decimals).leftPadded(to: 7)
    }
  }
}

extension Double {
  /// As text with so many decimals.
  func rounded(to decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int64((magnitude * scale).rounded())
    let digits = String(whole).leftPadded(to: decimals + 1, with: "0")
    let sign = self < 0 && whole != 0 ? "-" : ""
    return decimals == 0 ? sign + digits : sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  func leftPadded(to width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - count)) + self
  }
}
