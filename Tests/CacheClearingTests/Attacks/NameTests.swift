import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Names that are more than names", .serialized, .enabled(if: geteuid() == 0))
struct NameTests {
  private static let oddNames = #"""
    : >$'line\nend'; : >$'\033[2J\033[31mred'; : >$'\xE2\x80\xAErtl'; : >$'\xFF\xFE'; : >-rf; : >'*'; : >' '; : >'a b'
    : >"\$(touch oops)"; mkdir $'dir\n'; : >$'dir\n/x'; mkdir -- -- ; : >./--/y; : >"'"; : >'"'; : >'\'
    : >$(printf 'n%.0s' {1..255}); mkdir ...; : >.../.hidden; : >.x; ln -s "$1" link; ln -s "$1/canary-0" file
    ln -s /dev/null null; mkdir escape; ln -s "$1" escape/d
    """#

  @Test("names of any bytes are deleted, and only they")
  func names() async throws {
    try await onOwnThread {
      let trap = try Trap(Self.oddNames)
      let before = try trap.root.names()
      let report = try trap.clear()
      #expect(report.isComplete)
      #expect(report.files + report.directories >= before.count + 4)
      #expect(try trap.names() == [])
      #expect(trap.canary.isIntact)
    }
  }

  /// A path in the cache that some program takes for one that leads out of it.
  struct Disguise: Sendable {
    /// As bash spells the directory that the path begins with.
    var directory: String
    var deleter: NaiveDeleter
  }

  @Test(
    "a name that can be taken for a way out of the cache is a name",
    arguments: [
      Disguise(directory: "'a ..'", deleter: .splittingNames(at: UInt8(ascii: " "))),
      Disguise(directory: #"$'a\n..'"#, deleter: .splittingNames(at: UInt8(ascii: "\n"))),
      Disguise(directory: #"$'\033[31m..'"#, deleter: .takingNamesAsShown),
      Disguise(directory: #"$'\xE2\x80\xAE..'"#, deleter: .takingNamesAsShown),
      Disguise(directory: #"$'..\xE2\x81\xA6'"#, deleter: .takingNamesAsShown),
    ])
  func disguised(_ disguise: Disguise) async throws {
    try await onOwnThread {
      for isNaive in [false, true] {
        let trap = try Trap("mkdir -p \(disguise.directory)/beside; : >\(disguise.directory)/beside/canary-0")
        if isNaive {
          try trap.clear(disguise.deleter)
        } else {
          #expect(try trap.clear().isComplete)
          #expect(try trap.root.names() == [])
        }
        #expect(trap.canary.isIntact == !isNaive)
      }
    }
  }

  @Test(
    "a name that is no text, or begins with a dash, is not passed over",
    arguments: [(#"$'\xFF\xFE'"#, .trustingPaths), ("-rf", .takingNamesForOptions)] as [(String, NaiveDeleter)])
  func unusual(_ name: String, _ deleter: NaiveDeleter) async throws {
    try await onOwnThread {
      for isNaive in [false, true] {
        let trap = try Trap(": >\(name); : >other")
        if isNaive { try trap.clear(deleter) } else { #expect(try trap.clear().isComplete) }
        // The naive one has come to its end as if all were done.
        #expect(try trap.root.names().count == (isNaive ? 1 : 0))
        #expect(trap.canary.isIntact)
      }
    }
  }
}
