/// How many watches this process may take of the user's limit, which is shared with the user's other programs.
package enum WatchAllowance: Hashable, Sendable {
  /// Leave a tenth of the limit to others, at least 4,096 watches, but never more than half.
  case leavingReserve
  case count(Int)
  /// So many hundredths of the limit.
  case percent(Int)

  /// The number of watches for a limit; where no limit is known, only a number that was chosen holds.
  package func watches(of limit: Int?) -> Int {
    switch self {
    case .count(let count): return max(0, count)
    case .leavingReserve:
      guard let limit else { return .max }
      return limit - min(max(limit / 10, 4096), limit / 2)
    case .percent(let percent):
      guard let limit else { return .max }
      let percent = min(max(0, percent), 100)
      return limit / 100 * percent + limit % 100 * percent / 100
    }
  }
}
