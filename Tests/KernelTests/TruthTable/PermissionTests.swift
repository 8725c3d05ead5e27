import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Directories that are closed to the one who counts.
  @Suite struct PermissionTests {
    @Test("a directory that is closed to everyone still counts for root", arguments: TestDisk.available(.all))
    func forRoot(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try makeTree("d", in: tree) }) { place in
        let inner = try place.tree.directory("d/inner")
        try place.keeping { try place.tree.setPermissions("d", 0) }
        try place.expectExact("it is closed")
        try place.changing { try inner.makeFile("new", length: 30_000) }
        try place.expectSettled("there is a new file below")
      }
    }

    @Test(
      "as for an ordinary user's du, what lies in a closed directory does not count until it is open again",
      arguments: TestDisk.available(.local))
    func forOrdinaryUser(kind: TestDisk.Kind) async {
      // In a process of its own: it becomes another user.
      await #expect(processExitsWith: .success) { [kind] in try closeAndOpenAsOrdinaryUser(on: kind) }
    }
  }
}

private func closeAndOpenAsOrdinaryUser(on kind: TestDisk.Kind) throws {
  let disk = try TestDisk(kind)
  let top = try WorkDirectory(disk.root)
  try makeTree("tree", in: top)
  try Subprocess.output(of: "chown", ["-R", "65534", disk.root])
  // The directory that the disk is mounted in is root's alone.
  try Subprocess.output(of: "chmod", ["755", disk.root.removingLastComponent()])
  try OwnProcess.become(user: 65534)

  let tracker = try SizeTracker(root: disk.root.appending("tree"))
  try tracker.synchronize()
  let whileOpen = tracker.usage
  let tree = try top.directory("tree")
  try tree.setPermissions("inner", 0)
  try tracker.synchronize()
  #expect(tracker.usage.reasons.contains(.unreadable))
  #expect(tracker.usage.allocatedBytes < whileOpen.allocatedBytes)
  let du = try Subprocess.run("du", ["-s", "-B1", tracker.root])
  #expect(du.status == .exited(1))
  #expect(du.text.hasPrefix("\(tracker.usage.allocatedBytes)\t"))

  try tree.setPermissions("inner", 0o755)
  try tracker.settle()
  let comparison = try Comparison(of: tracker, expecting: kind.settledState)
  #expect(comparison.isExact, "\(comparison.report)")
  withExtendedLifetime(disk) {}
}
