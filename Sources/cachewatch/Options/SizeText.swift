/// Sizes as people type them for du.
enum SizeText {
  /// The bytes of `4096`, `10M` (1024s), `10MB` (1000s), `10MiB` or `K`; nil for anything else.
  static func bytes(_ text: String) -> UInt64? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard let unit = unit(String(text[digits.endIndex...])) else { return nil }
    guard let number = digits.isEmpty && !text.isEmpty ? 1 : UInt64(digits) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : bytes
  }

  private static func unit(_ suffix: String) -> UInt64? {
    if suffix.isEmpty || suffix == "B" { return 1 }
    guard let letter = suffix.first?.uppercased(),
      let power = ["K", "M", "G", "T", "P", "E"].firstIndex(of: letter)
    else { return nil }
    let base: UInt64
    switch suffix.dropFirst() {
    case "", "iB": base = 1024
    case "B": base = 1000
    default: return nil
    }
    return (0...power).reduce(1) { product, _ in product * base }
  }
}
