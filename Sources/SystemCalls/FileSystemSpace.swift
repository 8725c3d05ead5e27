internal import Glibc

/// How much room a file system has.
package struct FileSystemSpace: Hashable, Sendable {
  package var totalBytes: UInt64
  /// What users other than root can still fill.
  package var freeBytes: UInt64
  /// What root has taken out of the part that is kept for it: so much has to become free before others can fill more.
  /// Nil where that cannot be known.
  package var reserveDebt: UInt64?
  package var isReadOnly: Bool
  /// Whether reading a file leaves its mark: not on a mount that is `noatime` or read-only.
  package var keepsAccessTimes: Bool

  /// `ST_NOATIME`, which the C library shows to those who ask for its extensions only.
  private static let noAccessTimes = 1024

  package init(of path: BytePath) throws(Errno) {
    let descriptor = try Descriptor.open(path.bytes, .pathOnly)
    defer { descriptor.close() }
    try self.init(of: descriptor)
  }

  /// The room on the file system of an open file.
  package init(of descriptor: Descriptor) throws(Errno) {
    var raw = statvfs()
    _ = try retryingInterrupts { Int(unsafe fstatvfs(descriptor.rawValue, &raw)) }
    self.init(raw)
    guard freeBytes == 0 else { return }
    let reserve = FileSystemReserve(of: descriptor)
    reserveDebt = reserve.map { $0.bytes - min($0.bytes, Self.product(raw.f_bfree, raw.f_frsize)) }
  }

  /// How it is when so much more has become free.
  package func adding(_ bytes: UInt64) -> FileSystemSpace {
    var space = self
    let refill = min(bytes, reserveDebt ?? 0)
    space.reserveDebt = reserveDebt.map { $0 - refill }
    let (sum, overflow) = freeBytes.addingReportingOverflow(bytes - refill)
    space.freeBytes = overflow ? .max : sum
    return space
  }

  private init(_ raw: statvfs) {
    totalBytes = Self.product(raw.f_blocks, raw.f_frsize)
    freeBytes = Self.product(raw.f_bavail, raw.f_frsize)
    reserveDebt = 0
    isReadOnly = raw.f_flag & UInt(ST_RDONLY) != 0
    keepsAccessTimes = !isReadOnly && raw.f_flag & UInt(Self.noAccessTimes) == 0
  }

  private static func product(_ blocks: UInt, _ size: UInt) -> UInt64 {
    let (bytes, overflow) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(size))
    return overflow ? .max : bytes
  }
}
