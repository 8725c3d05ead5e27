import SystemCalls
import TestSupport
import Testing

@Suite struct ComparisonTests {
  private let truth: [BytePath: DiskCount] = [
    "": DiskCount(allocatedBytes: 8192, apparentBytes: 5, files: 1, directories: 2),
    "a": DiskCount(allocatedBytes: 4096, apparentBytes: 5, files: 1, directories: 1),
  ]

  @Test("equal numbers are exact")
  func equal() {
    #expect(Comparison(expected: truth, found: truth).isExact)
  }

  @Test(
    "one wrong number is caught, whichever it is",
    arguments: [
      DiskCount(allocatedBytes: 4608, apparentBytes: 5, files: 1, directories: 1),
      DiskCount(allocatedBytes: 4096, apparentBytes: 6, files: 1, directories: 1),
      DiskCount(allocatedBytes: 4096, apparentBytes: 5, files: 2, directories: 1),
      DiskCount(allocatedBytes: 4096, apparentBytes: 5, files: 1, directories: 2),
    ])
  func different(wrong: DiskCount) {
    let comparison = Comparison(expected: truth, found: truth.merging(["a": wrong]) { $1 })
    #expect(comparison.differences.map(\.path) == ["a"])
    #expect(comparison.differences.map(\.found) == [wrong])
    #expect(!comparison.isExact)
    #expect(comparison.report.contains("'a': expected 4096 allocated"))
  }

  @Test("a missing directory is caught")
  func missing() {
    let comparison = Comparison(expected: truth, found: truth.filter { $0.key.isEmpty })
    #expect(comparison.differences.map(\.path) == ["a"])
    #expect(comparison.report.contains("missing"))
  }

  @Test("a directory that is not there is caught")
  func extra() {
    let comparison = Comparison(expected: truth.filter { $0.key.isEmpty }, found: truth)
    #expect(comparison.differences.map(\.path) == ["a"])
    #expect(comparison.report.contains("is not on the disk"))
  }

  @Test("a complaint is no success even where all numbers are equal")
  func complaint() {
    #expect(!Comparison(expected: truth, found: truth, complaints: ["'a' is settling"]).isExact)
  }
}
