import SizeTrees
import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking

@Suite("Directories in which something may have changed")
struct PendingDirectoriesTests {
  /// Few that share their lower bits, so that all are taken out again and again; and many.
  @Test(
    "what was said of each directory is kept until it is taken out",
    arguments: [(4, 64), (300, 1)] as [(UInt32, UInt32)])
  func holdsWhatIsIn(count: UInt32, distance: UInt32) {
    var random = SeededGenerator(seed: Seed.announced(for: "\(count) pending directories"))
    var directories = PendingDirectories()
    var expected: [DirectoryID: Int] = [:]
    for _ in 0..<20_000 {
      let id = DirectoryID(rawValue: distance * .random(in: 0..<count, using: &random))
      switch UInt8.random(in: 0..<100, using: &random) {
      case 0..<45:
        directories[id].attempts += 1
        expected[id, default: 0] += 1
      case 45..<99:
        #expect(directories.remove(id)?.attempts == expected.removeValue(forKey: id))
      default:
        var found: [DirectoryID: Int] = [:]
        directories.forEach { found[$0] = $1.attempts }
        #expect(found == expected && Set(directories.keys) == Set(expected.keys))
        #expect(directories.isEmpty == expected.isEmpty && directories.contains(id) == (expected[id] != nil))
        if Bool.random(using: &random) {
          directories.removeAll()
          expected = [:]
        }
      }
    }
  }
}
