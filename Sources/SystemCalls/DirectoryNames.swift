extension BytePath {
  /// The names in a small directory.
  package func names() throws(Errno) -> [[UInt8]] {
    let directory = try Descriptor.open(bytes, .directory)
    defer { directory.close() }
    var names: [[UInt8]] = []
    var block = NameBlock()
    while try directory.readNames(into: &block) {
      names += block.names.map(block.bytes(of:))
    }
    return names
  }
}
