/// Something that measures or proves, and says whether the figures are as they should be.
protocol Benchmark {
  static var name: String { get }
  /// What it does and which options it takes, in one line.
  static var summary: String { get }
  /// - Returns: whether the figures are as they should be.
  func run(_ report: Report) throws -> Bool
}

/// Figures of the product beside those of others who do the same, and beside their budgets.
protocol Measurement: Benchmark {
  init(_ options: inout Options, in setting: Setting) throws
}

/// Something that has to be exact, or may not grow, whatever happens.
protocol Proof: Benchmark {
  init(_ options: inout Options) throws
}

/// What the measurements of one run share.
struct Setting {
  let place: Place
  let peers: Peers
  let forest: Forest

  init(_ options: inout Options) throws {
    place = try Place(&options)
    peers = try Peers(&options)
    forest = Forest(in: place)
  }
}
