internal import SystemCalls

/// The file by which a directory says that it is a cache (bford.info/cachedir).
enum CacheTag {
  static let name = Array("CACHEDIR.TAG".utf8)
  private static let signature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)

  /// Whether a directory holds one: a regular file that begins with the signature.
  static func isPresent(in directory: Descriptor) -> Bool {
    // Looked at before it is opened: opening a device can do something.
    guard (try? directory.details(of: name).kind) == .regular,
      let file = try? directory.openBeneath(name, [.noFollow, .nonBlocking])
    else { return false }
    defer { file.close() }
    guard (try? file.details().kind) == .regular else { return false }
    var contents: [UInt8] = []
    while contents.count < signature.count {
      guard let count = try? file.read(upTo: signature.count - contents.count, appendingTo: &contents), count > 0
      else { return false }
    }
    return contents == signature
  }
}
