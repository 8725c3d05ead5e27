import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Names and paths that programs stumble over.
  @Suite struct NameTests {
    private static let names: [BytePath] = [
      BytePath(bytes: [UInt8](repeating: 0x6E, count: 255)), BytePath(bytes: [0xFF, 0xFE, 0x80]), "a\nb", " ", "-rf",
      "a\tb\u{1B}[1m", "\\", "*",
    ]

    @Test("names of any bytes count, of files and of directories", arguments: TestDisk.available(.all), names)
    func oddNames(kind: TestDisk.Kind, name: BytePath) async throws {
      try await onTracked(kind) { place in
        try place.changing { try place.tree.makeDirectory(name).makeFile(name, length: 5000) }
        try place.expectExact("they are made")
        #expect(place.tracker.usage(of: name)?.files == 1)
        try place.changing { try place.tree.rename(name, to: place.tree, as: "plain") }
        try place.expectExact("the directory is renamed")
        try place.changing { try place.tree.removeTree("plain") }
        try place.expectExact("they are removed")
      }
    }

    @Test(
      "what lies below a path longer than one call accepts is followed",
      arguments: TestDisk.available([.ext4, .xfs, .btrfs, .tmpfs]))
    func longPath(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let name = BytePath(bytes: [UInt8](repeating: 0x64, count: 250))
        var inner = place.tree
        for _ in 0..<20 { inner = try inner.makeDirectory(name) }
        try place.expectExact("the directories are made")
        #expect(place.tracker.usage.directories == 21)
        try place.changing { try inner.makeFile("f", length: 5000) }
        try place.expectExact("there is a file in the innermost")
        try place.changing { try inner.unlink("f") }
        try place.expectExact("it is removed")
        #expect(place.tracker.usage.state < .degraded)
      }
    }
  }
}
