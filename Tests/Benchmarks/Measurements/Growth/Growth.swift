import SystemCalls
import TestSupport

/// How time and memory grow with the work. Nothing may grow faster than n log n, where n are the entries and the sum of
/// their depths.
struct Growth: Measurement {
  static let name = "growth"
  static let summary = "[--series files,depth,entries,links] [--percent 100] [--repeat 3] [--young]"

  private let series: [GrowthSeries]
  private let percent: Int
  private let turns: Int
  private let isYoung: Bool
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    series = try options.list("--series", of: GrowthSeries.self) ?? GrowthSeries.allCases
    percent = max(1, try options.number("--percent") ?? 100)
    turns = max(1, try options.number("--repeat") ?? 3)
    isYoung = options.flag("--young")
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    let trees = try series.map { (series) in
      // Parts of small sizes can be the same.
      try Set(series.sizes.map { max(1, $0 * percent / 100) }).sorted().map { try series.build($0, in: setting.place) }
    }
    if !isYoung { Forest.waitUntilOld(.now, report) }
    var isWell = true
    for (series, trees) in zip(series, trees) { isWell = try measure(series, trees, report) && isWell }
    return isWell
  }

  private func measure(_ series: GrowthSeries, _ trees: [GrowthTree], _ report: Report) throws -> Bool {
    var costs = trees.map { _ in GrowthCost() }
    for _ in 0..<turns {
      let empty = try TemporaryDirectory(in: setting.place.path)
      let child = try TrackingChild(empty.path)
      let emptyBytes = try child.number(.memory)
      try child.end()
      for (index, tree) in trees.enumerated() { try costs[index].measure(tree, emptyBytes: emptyBytes) }
    }
    let entries = zip(trees, costs).map { (tree, cost) in (tree: tree, cost: cost) }
    var isWell = true
    for (index, entry) in entries.enumerated() {
      var figures: Figures = [
        "on": .text(setting.place.fileSystem), "series": .text(series.rawValue, width: 7),
        "size": .count(entry.tree.size), "n": .number(entry.tree.work, decimals: 0),
      ]
      for aspect in GrowthCost.aspects {
        let value = entry.cost[keyPath: aspect.samples].median
        // The worst of the steps that lead here, short and long ones: what grows slowly too fast shows in the long ones.
        let growth = entries[..<index].map { (smaller) in
          // What is smaller than the noise is taken for the noise.
          value / max(smaller.cost[keyPath: aspect.samples].median, aspect.noise)
            / (entry.tree.allowance / smaller.tree.allowance)
        }.max()
        figures += [
          "\(aspect.name)_\(aspect.unit)": .number(value, decimals: 1),
          "\(aspect.name)_to_n_log_n": growth.map { .judged($0, atMost: GrowthCost.tolerance, decimals: 2) } ?? .none,
        ]
      }
      isWell = report.line(figures) && isWell
    }
    return isWell
  }
}
