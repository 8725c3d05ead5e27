import SystemCalls
import Testing

@testable import CacheClearing

@Suite("What is known of directories that are elsewhere")
struct LostDirectoryTests {
  private let places = VisitPlaces(PatientDisk(disk: KernelClearingDisk()) {}, clock: ClearingClock())
  private let root = Visit(
    root: EntryIdentity(file: FileIdentity(device: 1, inode: 1), kind: .directory),
    at: Sparing(ClearingRules(), now: .now).root, passLimit: 1)

  private func directory(_ name: String, in parent: Visit) -> Visit {
    Visit(name: Array(name.utf8), in: parent, number: 0)
  }

  @Test("what is below a lost directory is lost, whenever it was come to, and nothing else is")
  func branches() {
    let (one, other) = (directory("one", in: root), directory("other", in: root))
    let (before, beside) = (directory("before", in: one), directory("beside", in: other))
    #expect(!places.isLost(before) && !places.isLost(beside))
    #expect(places.noteLoss(of: one))
    #expect(!places.noteLoss(of: one))
    let after = directory("after", in: directory("between", in: one))
    #expect(places.isLost(before) && places.isLost(one) && places.isLost(after))
    #expect(!places.isLost(beside) && !places.isLost(other) && !places.isLost(root))
    #expect(places.noteLoss(of: other))
    #expect(places.isLost(beside) && !places.isLost(root))
  }

  @Test("after a loss elsewhere, each of 200,000 levels is asked about at the cost of one", .timeLimit(.minutes(1)))
  func depth() {
    #expect(places.noteLoss(of: directory("lost", in: root)))
    var chain = root
    var lost = 0
    for _ in 0..<200_000 {
      chain = directory("d", in: chain)
      if places.isLost(chain) { lost += 1 }
    }
    #expect(lost == 0)
  }
}
