import Testing

@testable import SizeTrees

@Suite struct SipHashTests {
  /// Of the key 0, as Python (3.11 and later) hashes bytes with `PYTHONHASHSEED=0`.
  static let known: [(String, UInt64)] = [
    ("a", 0x4074_48d2_b89b_1813),
    ("abcdefg", 0x6db1_2aae_9070_f506),
    ("abcdefgh", 0x3f7b_849c_0b8e_35ea),
    ("abcdefghi", 0xf89b_34a3_d11e_b6e5),
    ("libinotifytools", 0xc637_97ad_90c4_50c0),
    ("a name of thirty-two bytes, whole", 0x0580_296c_249f_fc53),
    ("package-lock.json", 0xf4d0_c94a_53f2_68c1),
  ]

  @Test(arguments: known) func hashesAsOtherImplementations(_ text: String, _ hash: UInt64) {
    #expect(SipHash(key: (0, 0))(Array(text.utf8).span) == hash)
  }

  @Test func saltsAndKeysGiveOtherHashes() {
    let name = Array("file".utf8)
    let hash = SipHash()
    #expect(Set((0...255).map { hash(name.span, salt: $0) }).count == 256)
    #expect(SipHash()(name.span) != hash(name.span))
  }
}
