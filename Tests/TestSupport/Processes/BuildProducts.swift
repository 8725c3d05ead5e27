internal import Glibc
package import SystemCalls

/// The programs that the package builds. They lie beside the one that runs, test runner or benchmark.
package enum BuildProducts {
  package static let directory: BytePath = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return BytePath(bytes: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))).removingLastComponent()
  }()

  package static func program(_ name: String) -> BytePath { directory.appending(BytePath(name)) }
}
