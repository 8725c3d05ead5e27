internal import Glibc

/// Which process this is.
enum ProcessIdentity {
  static var number: Int32 { getpid() }
}
