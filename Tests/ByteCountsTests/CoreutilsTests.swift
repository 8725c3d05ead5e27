import ByteCounts
import Testing

@Suite struct CoreutilsTests {
  @Test("abbreviations are those of numfmt, over all magnitudes", arguments: ByteUnits.allCases)
  func numfmt(units: ByteUnits) throws {
    let amounts = SampleAmounts.all
    let scale = units == .binary ? "iec" : "si"
    let lines = try Coreutils.lines(
      "numfmt --to=\(scale) " + amounts.map { "\($0.bytes)" }.joined(separator: " "))
    try #require(lines.count == amounts.count)
    for (amount, line) in zip(amounts, lines) {
      // Debian 12's numfmt writes the decimal kilo as a K, its du as a k.
      #expect(amount.abbreviated(units).uppercased() == line.uppercased(), "\(amount.bytes)")
    }
  }

  @Test("sizes are those that du prints for real files, in every unit")
  func du() throws {
    let amounts = SampleAmounts.all.filter { $0 < .tebibytes(8) }
    let files = try SparseFiles(lengths: amounts)
    let names = amounts.indices.map(String.init).joined(separator: " ")
    for option in Self.options {
      let lines = try Coreutils.lines("cd '\(files.directory)' && du --apparent-size \(option) \(names)")
      try #require(lines.count == amounts.count)
      for (amount, line) in zip(amounts, lines) {
        #expect(try Self.text(of: amount, option) == line.prefix { $0 != "\t" }, "\(option) \(amount.bytes)")
      }
    }
  }

  private static let options = [
    "-h", "--si", "-B1", "-BK", "-Bk", "-BkB", "-BKB", "-BKiB", "-BM", "-Bm", "-BMB", "-BMiB", "-B4K",
    "-B10MB",
    "-BG", "-BTB",
  ]

  private static func text(of amount: ByteCount, _ option: String) throws -> String {
    switch option {
    case "-h": amount.abbreviated(.binary)
    case "--si": amount.abbreviated(.decimal)
    default: try BlockSize(parsing: String(option.dropFirst(2))).text(for: amount)
    }
  }
}
