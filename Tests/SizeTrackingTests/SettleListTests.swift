import SystemCalls
import Testing

@testable import SizeTracking
@testable import SizeTrees

@Suite("What is looked at again after writeback")
struct SettleListTests {
  private let start = MonotonicTime(nanoseconds: 0)
  private let ordinary = SettleList.Schedule.ordinary(writeback: .seconds(40))

  private func directory(_ number: UInt32) -> DirectoryID { DirectoryID(rawValue: number) }

  /// What is due, as text, and what has settled by that.
  private func take(
    _ list: inout SettleList, at seconds: Int, everything: Bool = false
  ) -> (due: [String], settled: [SettleList.Subject]) {
    var due: [String] = []
    let settled = list.takeDue(start + .seconds(seconds), everything: everything) { name, subject in
      due.append("\(name.map { String(decoding: $0, as: UTF8.self) } ?? "all") in \(subject)")
    }
    return (due.sorted(), settled)
  }

  @Test("a name is due so long after its last event, once")
  func lastEvent() {
    var list = SettleList()
    #expect(list.insert([Array("f".utf8)], in: directory(1), at: start, schedule: ordinary) == .directory(directory(1)))
    #expect(list.insert([Array("f".utf8)], in: directory(1), at: start + .seconds(30), schedule: ordinary) == nil)
    #expect(take(&list, at: 69).due.isEmpty)
    let (due, settled) = take(&list, at: 70)
    #expect(due.count == 1)
    #expect(settled == [.directory(directory(1))])
    #expect(list.isEmpty)
    #expect(list.nextDue == nil)
  }

  @Test("on XFS it is due again after minutes, and settling by hand does not wait for that")
  func stages() {
    var list = SettleList()
    let schedule = SettleList.Schedule.trimming(writeback: .seconds(40))
    _ = list.insert([Array("f".utf8)], in: directory(1), at: start, schedule: schedule)
    #expect(take(&list, at: 1, everything: true).due.count == 1)
    #expect(take(&list, at: 1, everything: true).due.isEmpty)
    #expect(take(&list, at: 359).due.isEmpty)
    #expect(take(&list, at: 360).due.count == 1)
    #expect(take(&list, at: 659).settled.isEmpty)
    #expect(take(&list, at: 660).settled == [.directory(directory(1))])
  }

  @Test("a directory that is written to without an end is looked at all the same")
  func busyDirectory() {
    var list = SettleList()
    var looks = 0
    for second in 0..<200 {
      _ = list.insert(nil, in: directory(1), at: start + .seconds(second), schedule: ordinary)
      looks += take(&list, at: second).due.count
    }
    #expect(looks == 4)
  }

  @Test("trees that come and go leave no places on the agenda")
  func removedDirectories() {
    var list = SettleList()
    for number in 0..<UInt32(100_000) {
      _ = list.insert(nil, in: directory(number), at: start + .seconds(Int(number % 30)), schedule: ordinary)
      if number >= 10 { list.remove(directory(number - 10)) }
    }
    #expect(list.count == 10)
    #expect(list.placesOnAgenda < 1000)
    #expect(take(&list, at: 100).settled.count == 10)
    #expect(list.isEmpty)
  }

  @Test("on XFS a write while a directory waits for the trim is looked at after writeback, and by hand at once")
  func writeAmidStages() {
    let schedule = SettleList.Schedule.trimming(writeback: .seconds(40))
    var list = SettleList()
    // As a whole.
    _ = list.insert(nil, in: directory(1), at: start, schedule: schedule)
    #expect(take(&list, at: 40).due.count == 1)
    _ = list.insert([Array("f".utf8)], in: directory(1), at: start + .seconds(100), schedule: schedule)
    #expect(take(&list, at: 110, everything: true).due.count == 1)
    _ = list.insert([Array("f".utf8)], in: directory(1), at: start + .seconds(120), schedule: schedule)
    #expect(take(&list, at: 159).due.isEmpty)
    #expect(take(&list, at: 160).due.count == 1)
    // By its name.
    list = SettleList()
    _ = list.insert([Array("f".utf8)], in: directory(1), at: start, schedule: schedule)
    #expect(take(&list, at: 40).due.count == 1)
    _ = list.insert([Array("g".utf8)], in: directory(1), at: start + .seconds(100), schedule: schedule)
    #expect(list.nextDue == start + .seconds(140))
    #expect(take(&list, at: 140).due == ["g in \(SettleList.Subject.directory(directory(1)))"])
    for seconds in [360, 460, 660] { #expect(take(&list, at: seconds).due.count == 1, "at \(seconds)") }
    #expect(take(&list, at: 760).settled.count == 1)
  }

  @Test("names that are written again and again do not make their directory a whole")
  func repeatedNames() {
    var list = SettleList()
    let names = (0..<40).map { Array("\($0)".utf8) }
    for second in 0..<10 {
      _ = list.insert(names, in: directory(1), at: start + .seconds(second), schedule: ordinary)
    }
    #expect(list.count == 40)
  }

  @Test("very many names become their directory, very many directories become everything")
  func bounds() {
    var list = SettleList(directoriesBeforeEverywhere: 10)
    for name in 0..<1000 {
      _ = list.insert([Array("\(name)".utf8)], in: directory(0), at: start, schedule: ordinary)
    }
    #expect(list.count == 1)
    var added: [SettleList.Subject] = []
    for number in 1..<UInt32(1000) {
      if let subject = list.insert(nil, in: directory(number), at: start, schedule: ordinary) { added.append(subject) }
    }
    #expect(added.count == 10)
    #expect(added.last == .everywhere)
    #expect(list.count == 11)
    #expect(list.contains(directory(999)))
    let (due, settled) = take(&list, at: 40)
    #expect(due.count == 11)
    #expect(settled.count == 11)
    #expect(!list.contains(directory(999)))
  }
}
