/// A unit as people write it behind a number: "K", "KiB", "kB", "B".
struct SizeUnit {
  var units: ByteUnits
  /// The power of 1000 or 1024. Those above 6 exist, but no amount in them fits.
  var power: Int
  /// What `du` prints behind a number of such units: "K", "KiB", "kB".
  var symbol: String

  static let byte = SizeUnit(units: .binary, power: 0, symbol: "B")

  // Only letters that `du` takes: a small p or e is none.
  private static let powers: [Character: Int] = [
    "K": 1, "k": 1, "M": 2, "m": 2, "G": 3, "g": 3, "T": 4, "t": 4, "P": 5, "E": 6, "Z": 7, "Y": 8, "R": 9,
    "Q": 10,
  ]

  init?(_ text: Substring) {
    if text == "B" {
      self = .byte
      return
    }
    guard let prefix = text.first, let power = Self.powers[prefix] else { return nil }
    self.power = power
    let letter = prefix.uppercased()
    switch text.dropFirst() {
    case "": (units, symbol) = (.binary, letter)
    case "iB": (units, symbol) = (.binary, letter + "iB")
    case "B": (units, symbol) = (.decimal, (power == 1 ? "k" : letter) + "B")
    default: return nil
    }
  }

  private init(units: ByteUnits, power: Int, symbol: String) {
    self.units = units
    self.power = power
    self.symbol = symbol
  }

  /// The bytes in the unit, for powers up to 6.
  var bytes: UInt64 { units.bytes(power: power) }
}
