internal import CSystem
internal import Glibc

/// Changes of a directory's entries, by its descriptor: a path could lead elsewhere by now.
extension Descriptor {
  /// Opens what lies below this directory.
  ///
  /// No symbolic link is followed, no mount entered, bind mounts of the same file system included (`crossDevice`), and
  /// `..` does not lead out.
  package func openBeneath(_ path: borrowing ByteString, _ flags: OpenFlags) throws(Errno) -> Descriptor {
    let number = try unsafe path.withCString { (path) throws(Errno) in
      try retryingInterrupts { Int(unsafe csystem_open_beneath(rawValue, path, flags.rawValue)) }
    }
    return Descriptor(rawValue: Int32(number))
  }

  /// Removes a name that is not a directory's.
  package func removeFile(_ name: borrowing ByteString) throws(Errno) {
    _ = try unsafe name.withCString { (name) throws(Errno) in
      try retryingInterrupts { Int(unsafe unlinkat(rawValue, name, 0)) }
    }
  }

  /// Removes an empty directory.
  package func removeDirectory(_ name: borrowing ByteString) throws(Errno) {
    _ = try unsafe name.withCString { (name) throws(Errno) in
      try retryingInterrupts { Int(unsafe unlinkat(rawValue, name, Int32(AT_REMOVEDIR))) }
    }
  }

  package func makeDirectory(_ name: borrowing ByteString, permissions: UInt16) throws(Errno) {
    _ = try unsafe name.withCString { (name) throws(Errno) in
      try retryingInterrupts { Int(unsafe mkdirat(rawValue, name, mode_t(permissions))) }
    }
  }

  /// Moves a name into a directory of the same file system; fails where the new name is taken.
  package func move(
    _ name: borrowing ByteString, to directory: Descriptor, as newName: borrowing ByteString
  ) throws(Errno) {
    // The name by which the inner closure knows it: a borrowed parameter cannot be captured.
    let newName = copy newName
    _ = try unsafe name.withCString { (name) throws(Errno) in
      try unsafe newName.withCString { (newName) throws(Errno) in
        try retryingInterrupts {
          Int(unsafe csystem_rename_without_replacing(rawValue, name, directory.rawValue, newName))
        }
      }
    }
  }

  /// Asks whether another program holds a lock (`flock`) on the open file: `wouldBlock` then.
  package func probeLock() throws(Errno) {
    _ = try retryingInterrupts { Int(csystem_try_lock(rawValue)) }
  }
}
