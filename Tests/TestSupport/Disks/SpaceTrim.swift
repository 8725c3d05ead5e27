internal import CTestSupport
package import SystemCalls

/// What XFS does by itself every few minutes: it gives back the space set aside for growing files, and no event says so.
package enum SpaceTrim {
  /// Trims the file system that a directory lies on, if it is one that trims.
  package static func run(at path: BytePath) throws(Errno) {
    let directory = try Descriptor.open(path.bytes, .directory)
    defer { directory.close() }
    guard try FileSystemKind(of: directory).trimsMinutesLater else { return }
    guard ctest_trim_preallocation(directory.rawValue) == 0 else { throw Errno.current }
  }
}
