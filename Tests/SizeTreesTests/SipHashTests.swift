import Testing

@testable import SizeTrees

@Suite("SipHash")
struct SipHashTests {
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

  @Test("hashes are those of other implementations", arguments: known) func hashesAsOtherImplementations(
    _ text: String, _ hash: UInt64
  ) {
    #expect(SipHash(key: (0, 0))(Array(text.utf8).span) == hash)
  }

  /// Of the key whose bytes are 0 to 15, by the definition of the function in another language.
  static let keyed: [(count: Int, UInt64)] = [
    (0, 0xabac_0158_050f_c4dc),
    (1, 0xc9f4_9bf3_7d57_ca93),
    (7, 0xd392_7d98_9bb1_1140),
    (8, 0x3690_9511_8d29_9a8e),
    (9, 0x25a4_8eb3_6c06_3de4),
    (15, 0xd320_d86d_2a51_9956),
    (16, 0xcc4f_dd1a_7d90_8b66),
    (17, 0x9cf2_6890_63db_d80c),
    (24, 0xf464_aeb2_6734_9c8c),
    (32, 0x8115_7b6c_16a7_b60d),
    (63, 0x9d19_9062_b7bb_b3a8),
  ]

  @Test("both halves of the key count, and every length", arguments: keyed)
  func hashesOfEveryLength(_ count: Int, _ hash: UInt64) {
    let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    let bytes = (0..<count).map { UInt8($0) }
    #expect(SipHash(key: key)(bytes.span) == hash)
    #expect(SipHash(key: (key.0, key.1 ^ 5))(bytes.span, salt: 5) == hash)
  }

  @Test("salts and keys give other hashes") func saltsAndKeysGiveOtherHashes() {
    let name = Array("file".utf8)
    let hash = SipHash()
    #expect(Set((0...255).map { hash(name.span, salt: $0) }).count == 256)
    #expect(SipHash()(name.span) != hash(name.span))
  }
}
