import SystemCalls
import TestSupport

/// The product, in a process that does nothing else.
final class TrackingConsumer: EventConsumer {
  private let child: TrackingChild

  var process: Subprocess { child.process }

  init(_ root: BytePath) throws {
    child = try TrackingChild(root)
  }

  func catchUp() throws { try child.ask(.synchronize) }

  func end() throws { try child.end() }

  /// How often the kernel lost events for it.
  func overflows() throws -> Int { try child.number(.overflows) }

  /// In how many directories its numbers are not those of the disk.
  func differences() throws -> Int { try child.number(.check) }
}
