internal import Glibc
package import SystemCalls

/// What `mknod` makes: names that never hold data on the disk.
package enum SpecialNode: String, CaseIterable, Sendable {
  case fifo, socket, characterDevice, blockDevice

  var mode: mode_t {
    switch self {
    case .fifo: S_IFIFO
    case .socket: S_IFSOCK
    case .characterDevice: S_IFCHR
    case .blockDevice: S_IFBLK
    }
  }

  /// Major and minor number 255, which no driver has: nobody opens these.
  var device: dev_t { self == .fifo || self == .socket ? 0 : 0xFFFF }
}

extension WorkDirectory {
  package func make(_ node: SpecialNode, _ name: BytePath) throws(Errno) {
    guard name.withCString({ mknodat(descriptor, $0, node.mode | 0o644, node.device) }) == 0 else {
      throw Errno.current
    }
  }
}
