/// How many watches this process may take of the user's limit, which is shared with the user's other programs.
package enum WatchAllowance: Hashable, Sendable {
  /// Leave a tenth of the limit to others, at least 4,096 watches, but never more than half.
  case leavingReserve
  case count(Int)
  /// So many hundredths of the limit.
  case percent(Int)

  /// The number of watches for a limit.
  package func watches(of limit: Int) -> Int {
    switch self {
    case .leavingReserve: limit - min(max(limit / 10, 4096), limit / 2)
    case .count(let count): max(0, count)
    case .percent(let percent): limit / 100 * max(0, percent) + limit % 100 * max(0, percent) / 100
    }
  }
}
