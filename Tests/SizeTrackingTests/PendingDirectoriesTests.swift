import SizeTrees
import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking

@Suite("Directories in which something may have changed")
struct PendingDirectoriesTests {
  @Test("what was said of each directory is kept until it is taken out")
  func holdsWhatIsIn() {
    var random = SeededGenerator(seed: Seed.announced(for: "pending directories"))
    var directories = PendingDirectories()
    var expected: [DirectoryID: Int] = [:]
    // Numbers that share their lower bits with others, and come and go.
    for _ in 0..<20_000 {
      let id = DirectoryID(rawValue: .random(in: 0..<300, using: &random))
      switch UInt8.random(in: 0..<100, using: &random) {
      case 0..<60:
        directories[id].attempts += 1
        expected[id, default: 0] += 1
      case 60..<99:
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
