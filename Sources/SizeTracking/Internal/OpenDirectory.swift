internal import Synchronization
package import SystemCalls

/// A directory that is open for as long as someone holds this object.
///
/// Never kept beyond a batch: an open directory would make `umount` fail and would delay the news of its deletion.
package final class OpenDirectory: Sendable {
  package let descriptor: Descriptor
  private static let open = Atomic<Int>(0)
  private let close: @Sendable (Descriptor) -> Void

  package init(_ descriptor: Descriptor, close: @escaping @Sendable (Descriptor) -> Void) {
    self.descriptor = descriptor
    self.close = close
    Self.open.wrappingAdd(1, ordering: .relaxed)
  }

  /// How many are open in the process.
  static var count: Int { open.load(ordering: .relaxed) }

  deinit {
    close(descriptor)
    Self.open.wrappingSubtract(1, ordering: .relaxed)
  }
}
