import Glibc
import SystemCalls
import TestSupport
import Testing

/// Systems that do not give what a watch needs.
@Suite struct TroubleTests {
  /// Whether a shell script can run in namespaces of its own here; prints the reason if not.
  private static func canUnshare(_ options: [BytePath], _ script: BytePath) -> Bool {
    do {
      try Subprocess.output(of: "unshare", options + ["sh", "-ec", script])
      return true
    } catch {
      print("skipped: \(error)")
      return false
    }
  }

  private static let hideProc: BytePath = "mount -t tmpfs none /proc"
  private static let takeInstances: BytePath = "echo 0 > /proc/sys/user/max_inotify_instances"

  private func run(
    _ options: [BytePath], _ script: BytePath, _ arguments: [BytePath]
  ) async throws -> Subprocess.Result {
    let command = BytePath(script.string + #"; exec "$0" "$@""#)
    return try await onOwnThread {
      try Subprocess.run("unshare", options + ["sh", "-ec", command, Tool.program] + arguments)
    }
  }

  @Test("without watches it says which setting to raise, and size does not take its numbers")
  func noWatches() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root], ["--max-watches", "2"])
    let reports = try await watch.reports { $0.event == "usage" && $0.state == "degraded" }
    #expect(reports.last?.reasons?.contains("watch-limit") == true)
    let event = try #require(reports.first { $0.event == "degraded" })
    #expect(event.message?.contains("fs.inotify.max_user_watches") == true)
    #expect(try await watch.size([tree.root]).reports().first?.source == "scan")
    #expect(try await watch.end().status == .exited(0))
  }

  @Test("without /proc a watch is exit 5 and says why, and size scans", .enabled(if: canUnshare(["-m"], hideProc)))
  func noProc() async throws {
    let tree = try SampleTree()
    let watch = try await run(["-m"], Self.hideProc, ["watch", "--json", tree.root])
    #expect(watch.status == .exited(5))
    #expect(watch.errorText.contains("cannot watch '\(tree.root)': /proc is not there"), "\(watch.errorText)")
    let size = try await run(["-m"], Self.hideProc, ["size", tree.root])
    #expect(size.status == .exited(0))
    #expect(size.output == (try await tree.du(["-s"])))
  }

  @Test(
    "without inotify instances a watch is exit 5, and doctor says what to raise",
    .enabled(if: canUnshare(["-Ur"], takeInstances)))
  func noInstances() async throws {
    let tree = try SampleTree()
    let watch = try await run(["-Ur"], Self.takeInstances, ["watch", "--json", tree.root])
    #expect(watch.status == .exited(5))
    #expect(watch.errorText.contains("fs.inotify.max_user_instances"), "\(watch.errorText)")
    let doctor = try await run(["-Ur"], Self.takeInstances, ["doctor", tree.root])
    #expect(doctor.status == .exited(1))
    #expect(doctor.text.contains("sysctl user.max_inotify_instances=512"), "\(doctor.text)")
    #expect(doctor.text.contains("do not work"))
  }
}
