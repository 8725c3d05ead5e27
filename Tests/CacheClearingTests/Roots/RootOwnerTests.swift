import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

/// Ways on which someone else decides where the caller arrives. They are made of real owners, which only root can do.
@Suite("Who decides where a root is", .enabled(if: geteuid() == 0))
struct RootOwnerTests {
  struct Way: Sendable, CustomTestStringConvertible {
    var script: String
    /// For whom it leads to `data/way`.
    var isSafe: (root: Bool, owner: Bool, other: Bool)
    var testDescription: String { script }

    init(_ script: String, root: Bool, owner: Bool = true, other: Bool = true) {
      self.script = script
      isSafe = (root, owner, other)
    }
  }

  /// The user 7001 is the one called owner here.
  static let ways = [
    Way("mkdir way", root: true),
    Way("mkdir way; chown 7001 way", root: true),
    Way("mkdir way; chown 7001 way .", root: true),
    // The owner's directory holds what belongs to someone else: who put it there?
    Way("mkdir way; chown 7001 .", root: false),
    Way("mkdir way; chown 7001 .; chown 7002 way", root: false),
    Way("mkdir -p middle/way; chown 7001 middle; chown 7001 middle/way; ln -s middle/way way", root: true),
    Way("mkdir -p middle/way; chown 7001 middle; ln -s middle/way way", root: false),
    // Links.
    Way("ln -s other way; mkdir -p other", root: true),
    Way("ln -s other way; chown -h 7001 way", root: false, other: false),
    Way("ln -s other middle; ln -s middle way; chown -h 7001 middle", root: false, other: false),
    Way("mkdir other/way; ln -s other middle; ln -s middle/way way; chown -h 7001 middle", root: false, other: false),
    Way("mkdir middle; ln -s ../other middle/way; chown 7001 middle; ln -s middle/way way", root: false),
    Way(
      "mkdir middle; ln -s ../other middle/way; chown -h 7001 middle middle/way; ln -s middle/way way", root: false,
      other: false),
    // Directories that others may write to.
    Way("mkdir way; chmod 777 .", root: false),
    Way("mkdir way; chmod 775 .", root: false),
    Way("mkdir way; chmod 1777 .", root: true),
    Way("mkdir way; chmod 777 way", root: true),
    Way("mkdir middle; chmod 1777 middle; mkdir middle/way; chown 7001 middle/way; ln -s middle/way way", root: true),
    Way("mkdir middle; chmod 770 middle; mkdir middle/way; ln -s middle/way way", root: false),
    Way("mkdir way middle; chmod 777 middle; ln -s middle/../other link; rm -r way; ln -s link way", root: true),
    Way("mkdir middle middle/x; chmod 777 middle; ln -s middle/x/../../other way", root: false),
  ]

  @Test("root goes only where nobody else decides, and a user where root or the user does", arguments: ways)
  func way(_ way: Way) throws {
    let answers: [UInt32: Bool] = [0: way.isSafe.root, 7001: way.isSafe.owner, 7002: way.isSafe.other]
    for (user, isSafe) in answers {
      let place = try RootPlace(user: user, "cd data; \(way.script)")
      let error = place.refusal(of: "data/way", .all)
      #expect(error?.code == (isSafe ? nil : .unsafePath), "user \(user): \(error?.message ?? "went there")")
    }
  }

  @Test("what was safe when the root was pinned is looked at again when it is opened")
  func later() throws {
    let place = try RootPlace("mkdir -p data/middle/way")
    let root = try place.open("data/middle/way", .all)
    try root.descriptor().close()
    try place.run("chmod 777 data/middle")
    let error = #expect(throws: ClearingError.self) { try root.descriptor() }
    #expect(error?.code == .unsafePath)
  }
}
