import SystemCalls
import TestSupport
import Testing

@Suite struct StrangeAnswerTests {
  private func source(_ reply: @escaping @Sendable (BytePath) -> [UInt8]?) async throws -> String? {
    let directory = try TemporaryDirectory()
    let fake = try FakeWatch { reply(directory.path) }
    let result = try await Tool.run(["size", "--json", "--socket", fake.path, directory.path])
    #expect(result.status == .exited(0))
    return try result.reports().first?.source
  }

  @Test("a complete answer is taken, to the last bit of its numbers")
  func complete() async throws {
    let directory = try TemporaryDirectory()
    let fake = try FakeWatch { FakeWatch.answer(about: directory.path, bytes: .max) + FakeWatch.end(1) }
    let result = try await Tool.run(["size", "--json", "--socket", fake.path, directory.path])
    let report = try #require(try result.reports().first)
    #expect(report.allocatedBytes == UInt64.max)
    #expect(report.source == "live")
    let text = try await Tool.run(["size", "--socket", fake.path, directory.path])
    #expect(text.text == "18446744073709551615\t\(directory.path.string)\n")
  }

  @Test("an answer without its end, or with another count, is not taken")
  func incomplete() async throws {
    #expect(try await source { FakeWatch.answer(about: $0, bytes: 1) + FakeWatch.end(2) } == "scan")
    #expect(try await source { _ in FakeWatch.end(0) } == "scan")
    #expect(try await source { _ in nil } == "scan")
    #expect(try await source { _ in Array("{}\n{\"end\":1}\n".utf8) } == "scan")
    #expect(try await source { _ in Array("nonsense\n{\"end\":1}\n".utf8) } == "scan")
    #expect(try await source { _ in [0xFF, 0x0A] + FakeWatch.end(1) } == "scan")
  }

  @Test("an answer that does not come in time is not waited for")
  func late() async throws {
    #expect(try await source { _ in Array("{".utf8) } == "scan")
  }

  @Test(
    "only an answer that one can rely on is taken",
    arguments: [
      ("live", "", "live"), ("settling", #""writeback""#, "live"), ("degraded", #""unreadable""#, "live"),
      ("degraded", #""unreadable","writeback""#, "live"), ("degraded", #""unreadable","watch-limit""#, "scan"),
      ("degraded", #""no-events-filesystem""#, "scan"), ("degraded", #""from-the-future""#, "scan"),
      ("rescanning", "", "scan"), ("scanning", "", "scan"), ("gone", "", "scan"), ("splendid", "", "scan"),
    ])
  func states(state: String, reasons: String, expected: String) async throws {
    let directory = try TemporaryDirectory()
    let fake = try FakeWatch {
      FakeWatch.answer(about: directory.path, bytes: 1, state: state, reasons: reasons) + FakeWatch.end(1)
    }
    let result = try await Tool.run(["size", "--json", "--socket", fake.path, directory.path])
    #expect(try result.reports().first?.source == expected)
  }

  @Test("--verify finds a number that the disk does not confirm")
  func drift() async throws {
    let directory = try TemporaryDirectory()
    let fake = try FakeWatch { FakeWatch.answer(about: directory.path, bytes: 1) + FakeWatch.end(1) }
    let result = try await Tool.run(["size", "--verify", "--socket", fake.path, directory.path])
    #expect(result.status == .exited(6))
    #expect(result.text == "1\t\(directory.path.string)\n")
    #expect(result.errorText.contains("'\(directory.path)' has drifted"))
  }
}
