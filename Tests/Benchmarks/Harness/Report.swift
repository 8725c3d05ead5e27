/// Prints figures: a table for people, or JSON lines for programs.
final class Report {
  private struct Column: Equatable {
    var name: String
    var width: Int
  }

  private let benchmark: String
  private let asJSON: Bool
  private var columns: [Column] = []

  init(benchmark: String, asJSON: Bool) {
    self.benchmark = benchmark
    self.asJSON = asJSON
  }

  /// One line of figures.
  /// - Parameter isWell: False for figures that miss what they should be, apart from those that carry their budgets.
  /// - Returns: whether all of it is as it should be.
  @discardableResult
  func line(_ figures: Figures, isWell: Bool = true) -> Bool {
    let isWell = isWell && figures.pairs.allSatisfy { $0.figure.isWell }
    if asJSON {
      let fields = figures.pairs.map { "\"\($0.name)\":\($0.figure.json)" }
      let all = ["\"benchmark\":\"\(benchmark)\""] + fields + ["\"ok\":\(isWell)"]
      Console.line("{" + all.joined(separator: ",") + "}")
    } else {
      if columns.map(\.name) != figures.pairs.map(\.name) { startTable(figures) }
      let cells = zip(columns, figures.pairs).map { (column, pair) in pair.figure.aligned(to: column.width) }
      Console.line(Self.row(isWell ? "" : "!", cells))
    }
    return isWell
  }

  /// Something to know that is not a figure; programs do not see it.
  func note(_ text: String) {
    if !asJSON { Console.line("  " + text) }
  }

  /// Other columns than before get a heading of their own.
  private func startTable(_ figures: Figures) {
    columns = figures.pairs.map { (name, figure) in
      Column(name: name, width: max(name.count, figure.usualWidth, figure.readable.count))
    }
    let names = zip(columns, figures.pairs).map { (column, pair) in
      pair.figure.isText ? column.name.padded(to: column.width) : column.name.leftPadded(to: column.width)
    }
    Console.line(Self.row(benchmark, names))
  }

  private static func row(_ mark: String, _ cells: [String]) -> String {
    let line = ([mark.padded(to: 12)] + cells).joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}

extension Figure {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }

  fileprivate func aligned(to width: Int) -> String {
    isText ? readable.padded(to: width) : readable.leftPadded(to: width)
  }
}
