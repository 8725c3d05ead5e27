internal import Glibc

/// The user that this process acts for.
package enum UserAccount {
  /// The effective user's number.
  package static var identifier: UInt32 { geteuid() }

  /// The home directory that the user database gives, for when the environment does not.
  package static func homeDirectory() -> BytePath? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var home: BytePath?
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 * 1024) { buffer in
      guard let memory = buffer.baseAddress,
        unsafe getpwuid_r(geteuid(), &entry, memory, buffer.count, &found) == 0,
        unsafe found != nil, let directory = unsafe entry.pw_dir
      else { return }
      home = unsafe BytePath(cString: directory)
    }
    return home
  }

  /// The home directories of the accounts whose numbers are wanted, as far as the user database lists them.
  package static func homeDirectories(ofUsers isWanted: (UInt32) -> Bool) -> [BytePath] {
    // The database has one place where it stands, for the whole process.
    enumeration.withLock { _ in
      setpwent()
      defer { endpwent() }
      var homes: [BytePath] = []
      while let entry = unsafe getpwent() {
        guard isWanted(unsafe entry.pointee.pw_uid), let home = unsafe entry.pointee.pw_dir else { continue }
        unsafe homes.append(BytePath(cString: home))
      }
      return homes
    }
  }

  private static let enumeration = Monitor(())

  /// A variable of the environment, as bytes.
  package static func environment(_ name: String) -> BytePath? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe BytePath(cString: value)
  }
}
