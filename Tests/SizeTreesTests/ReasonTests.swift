import SizeTrees
import Testing

@Suite("Reasons why a number is not certain")
struct ReasonTests {
  let tree = SizeTree()
  let a: DirectoryID
  let b: DirectoryID

  init() {
    a = tree.add("a", inode: 2)
    b = tree.add("b", in: a, inode: 3)
  }

  @Test("a reason shows in its directory and in those above, not below or beside")
  func showsAbove() {
    let c = tree.add("c", inode: 4)
    tree.setReason(4, on: a, true)
    #expect(tree.usage().reasons == 4)
    #expect(tree.usage(a).reasons == 4)
    #expect(tree.usage(b).reasons == 0)
    #expect(tree.usage(c).reasons == 0)
    #expect(tree.reasons(at: .root) == 0)
    #expect(tree.reasons(at: a) == 4)
  }

  @Test("a reason that is noted twice is taken back at once")
  func idempotent() {
    tree.setReason(1, on: b, true)
    tree.setReason(1, on: b, true)
    tree.setReason(1, on: b, false)
    #expect(tree.usage().reasons == 0)
    tree.setReason(1, on: b, false)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a reason shows above until the last directory that has it lets it go")
  func counted() {
    tree.setReason(1, on: a, true)
    tree.setReason(1, on: b, true)
    tree.setReason(1, on: a, false)
    #expect(tree.usage(a).reasons == 1)
    tree.setReason(1, on: b, false)
    #expect(tree.usage(a).reasons == 0)
    #expect(tree.checkInvariants() == [])
  }

  @Test("every one of the eight reasons is kept by itself")
  func allEight() {
    for bit in 0..<UInt16(8) { tree.setReason(1 << bit, on: bit % 2 == 0 ? a : b, true) }
    #expect(tree.usage().reasons == 0xFF)
    #expect(tree.usage(b).reasons == 0b1010_1010)
    tree.setReason(0b1000_0010, on: b, false)
    #expect(tree.usage().reasons == 0b0111_1101)
    #expect(tree.checkInvariants() == [])
  }

  @Test("reasons are set as a whole without touching others")
  func setAsAWhole() {
    tree.setReason(0b1000, on: a, true)
    tree.setReasons(0b0101, of: 0b0111, on: a)
    #expect(tree.reasons(at: a) == 0b1101)
    tree.setReasons(0b0010, of: 0b0111, on: a)
    #expect(tree.usage().reasons == 0b1010)
    #expect(tree.checkInvariants() == [])
  }

  @Test("reasons move with their directory")
  func move() {
    let c = tree.add("c", inode: 4)
    tree.setReason(2, on: b, true)
    tree.detach(b)
    #expect(tree.usage().reasons == 0)
    #expect(tree.usage(b).reasons == 2)
    tree.attach(b, to: c, as: "b")
    #expect(tree.usage(a).reasons == 0)
    #expect(tree.usage(c).reasons == 2)
    #expect(tree.usage().reasons == 2)
    #expect(tree.checkInvariants() == [])
  }

  @Test("reasons go with a directory that is discarded, and a new one in its place has none")
  func discard() {
    tree.setReason(2, on: b, true)
    tree.detach(a)
    tree.discard(a)
    #expect(tree.usage().reasons == 0)
    let new = tree.add("new", inode: 5)
    #expect(tree.usage(new).reasons == 0)
    #expect(tree.reasons(at: new) == 0)
    #expect(tree.checkInvariants() == [])
  }

  @Test("reasons go with a directory that a listing does not have")
  func relisting() {
    tree.setReason(2, on: b, true)
    for id in tree.list([], in: a).detached { tree.discard(id) }
    #expect(tree.usage().reasons == 0)
    #expect(tree.checkInvariants() == [])
  }
}
