/// Contestants that do the same by turns, so that a change in the machine's speed meets all of them.
struct Contest {
  private struct Contestant {
    let name: String
    let peer: Peer?
    /// What the median may be, and what the ratio to each peer's median may be.
    var budget: Double?
    var ratios: [Peer: Double] = [:]
    let perform: () throws -> Double
    var samples = Samples()
  }

  private let unit: String
  private let decimals: Int
  private let peers: Peers
  private var contestants: [Contestant] = []

  init(in unit: String, decimals: Int = 1, against peers: Peers) {
    self.unit = unit
    self.decimals = decimals
    self.peers = peers
  }

  /// Adds a peer if it is there to be measured. The first of several ways to use one program is what ratios relate to.
  mutating func add(_ peer: Peer, as name: String, _ perform: @escaping () throws -> Double) {
    guard peers.installed.contains(peer) else { return }
    contestants.append(Contestant(name: name, peer: peer, perform: perform))
  }

  /// Adds the product, in one of the ways to use it.
  mutating func add(
    _ name: String, atMost budget: Double? = nil, ratios: [Peer: Double] = [:], _ perform: @escaping () throws -> Double
  ) {
    contestants.append(Contestant(name: name, peer: nil, budget: budget, ratios: ratios, perform: perform))
  }

  /// Runs so many turns. Each begins with another contestant: what one leaves behind does not always meet the same.
  mutating func run(turns: Int) throws {
    for turn in 0..<turns {
      for offset in contestants.indices {
        let index = (turn + offset) % contestants.count
        contestants[index].samples.add(try contestants[index].perform())
      }
    }
  }

  /// One line for each contestant.
  /// - Returns: whether every budget is kept.
  func show(_ facts: Figures, in report: Report) -> Bool {
    let width = contestants.map(\.name.count).max() ?? 0
    var references: [(peer: Peer, median: Double)] = []
    for contestant in contestants {
      guard let peer = contestant.peer, !references.contains(where: { $0.peer == peer }) else { continue }
      references.append((peer, contestant.samples.median))
    }
    var isWell = true
    for contestant in contestants {
      let median = contestant.samples.median
      var figures = facts
      figures += [
        "what": .text(contestant.name, width: width),
        "median_\(unit)": .number(median, atMost: contestant.budget, decimals: decimals),
        "range_\(unit)": .range(contestant.samples, decimals: decimals),
      ]
      for reference in references {
        let budget = contestant.ratios[reference.peer]
        figures += [
          // A small tree can take less of what varies than nothing.
          "to_\(reference.peer.rawValue)": reference.median > 0
            ? .number(median / reference.median, atMost: budget, decimals: 3) : .none
        ]
      }
      isWell = report.line(figures) && isWell
    }
    return isWell
  }
}
