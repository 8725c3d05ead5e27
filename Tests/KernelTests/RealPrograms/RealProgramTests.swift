import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// What people really run; after each step every directory has the numbers that `du -s` gives it.
  @Suite struct RealProgramTests {
    @Test("git: clone, checkouts, commits, collection", .enabled(if: canPlay(.git)))
    func git() async throws { try await expectExactSteps(of: .git) }

    @Test("tar: unpacked, unpacked over itself, removed", .enabled(if: canPlay(.tar)))
    func tar() async throws { try await expectExactSteps(of: .tar) }

    @Test("rsync: mirrored, patched in place, shared with a snapshot", .enabled(if: canPlay(.rsync)))
    func rsync() async throws { try await expectExactSteps(of: .rsync) }

    @Test("pip: wheels installed and replaced", .enabled(if: canPlay(.pip)))
    func pip() async throws { try await expectExactSteps(of: .pip) }

    @Test("sqlite: a log that grows and is folded back while the database is open", .enabled(if: canPlay(.sqlite)))
    func sqlite() async throws { try await expectExactSteps(of: .sqlite) }

    private static func canPlay(_ program: RealProgram) -> Bool {
      TestDisk.isAvailable(.ext4) && program.isAvailable
    }

    private func expectExactSteps(of program: RealProgram) async throws {
      let steps = try await onOwnThread { try TestDisk.use(.ext4) { try program.run(on: $0) } }
      #expect(steps.count >= 4)
      for (step, comparison) in steps {
        #expect(comparison.isExact, "\(program.rawValue), \(step): \(comparison.report)")
      }
    }
  }
}
