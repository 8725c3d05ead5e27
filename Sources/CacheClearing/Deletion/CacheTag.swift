internal import SystemCalls

/// The file by which a directory says that it is a cache (bford.info/cachedir).
enum CacheTag {
  static let name = Array("CACHEDIR.TAG".utf8)
  private static let signature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)

  /// Whether a directory holds one: a regular file that begins with the signature. Fails when that cannot be known.
  static func isPresent(in directory: Descriptor, on disk: PatientDisk) throws(Errno) -> Bool {
    do throws(Errno) {
      // Looked at before it is opened: opening a device can do something.
      let details = try disk.trying { disk throws(Errno) in try disk.details(of: name, in: directory) }
      guard details.kind == .regular else { return false }
      let file = try disk.trying { disk throws(Errno) in try disk.openFile(name, in: directory) }
      defer { disk.disk.close(file) }
      let opened = try disk.trying { disk throws(Errno) in try disk.details(of: file) }
      guard opened.kind == .regular else { return false }
      var contents: [UInt8] = []
      while contents.count < signature.count {
        let count = try disk.trying { disk throws(Errno) in
          try disk.read(upTo: signature.count - contents.count, from: file, appendingTo: &contents)
        }
        guard count > 0 else { return false }
      }
      return contents == signature
    } catch .noSuchFile {
      return false
    }
  }

  /// Whether a directory certainly holds one.
  static func isPresent(in directory: Descriptor) -> Bool {
    (try? isPresent(in: directory, on: PatientDisk(disk: KernelClearingDisk()) {})) ?? false
  }
}
