/// One value of a line.
enum Figure {
  /// Nothing to say in this line.
  case none
  /// In a column of such a width.
  case text(String, width: Int = 6)
  case count(Int)
  /// With so many decimals where people read it.
  case number(Double, decimals: Int)
  /// The smallest and the largest of the values.
  case range(Samples, decimals: Int)
  /// A value that should not exceed another one.
  case judged(Double, atMost: Double, decimals: Int)

  /// Judges a number where there is a budget for it.
  static func number(_ number: Double, atMost budget: Double?, decimals: Int) -> Figure {
    budget.map { .judged(number, atMost: $0, decimals: decimals) } ?? .number(number, decimals: decimals)
  }

  var isWell: Bool {
    if case .judged(let number, let budget, _) = self { number <= budget } else { true }
  }

  var json: String {
    switch self {
    case .none: "null"
    case .text(let text, _): "\"" + text.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline } + "\""
    case .count(let count): String(count)
    case .number(let number, _): number.json
    case .range(let samples, _): "[\(samples.quantile(0).json),\(samples.quantile(1).json)]"
    case .judged(let number, let budget, _):
      "{\"value\":\(number.json),\"at_most\":\(budget.json),\"ok\":\(isWell)}"
    }
  }

  var readable: String {
    switch self {
    case .none: "-"
    case .text(let text, _): text
    case .count(let count): String(count)
    case .number(let number, let decimals): number.rounded(to: decimals)
    case .range(let samples, let decimals):
      samples.quantile(0).rounded(to: decimals) + ".." + samples.quantile(1).rounded(to: decimals)
    case .judged(let number, let budget, let decimals):
      "\(number.rounded(to: decimals)) <= \(budget.shortest) \(isWell ? "pass" : "OVER")"
    }
  }

  /// How wide a column of such values has to be at least, because later ones may be wider than the first.
  var usualWidth: Int {
    switch self {
    case .none: 6
    case .text(_, let width): width
    case .count, .number: 7
    case .range: 16
    case .judged: 20
    }
  }
}

/// Values with their names, in the order of the columns.
struct Figures: ExpressibleByDictionaryLiteral {
  private(set) var pairs: [(name: String, figure: Figure)]

  init(dictionaryLiteral pairs: (String, Figure)...) {
    self.pairs = pairs.map { (name: $0.0, figure: $0.1) }
  }

  static func += (left: inout Figures, right: Figures) { left.pairs += right.pairs }
}

extension Double {
  fileprivate var json: String { isFinite ? String(self) : "null" }

  /// Without a fraction where there is none.
  fileprivate var shortest: String { Int(exactly: self).map(String.init) ?? String(self) }

  /// As text with so many decimals.
  func rounded(to decimals: Int) -> String {
    guard isFinite else { return "-" }
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
