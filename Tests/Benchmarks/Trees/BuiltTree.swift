import Glibc
import SystemCalls
import TestSupport

/// A tree of a shape, in a directory that goes when the last reference goes.
final class BuiltTree {
  let shape: TreeShape
  let files: Int
  /// The root included.
  private(set) var directories = 0
  let root: BytePath
  private let place: TemporaryDirectory

  /// Makes the files: a quarter of them with contents, the others with a length only, so that a million of them need
  /// little memory on tmpfs.
  init(_ shape: TreeShape, files: Int, in parent: BytePath) throws {
    self.shape = shape
    self.files = files
    place = try TemporaryDirectory(in: parent)
    root = place.path
    var random = SeededGenerator(seed: 1)
    var made: Set<[String]> = [[]]
    var number = 0
    try shape.forEachDirectory(files: files) { (path, count) in
      for depth in 0...path.count where made.insert(Array(path.prefix(depth))).inserted {
        guard mkdir(absolute(path.prefix(depth)), 0o755) == 0 else { throw Errno.current }
      }
      let directory = absolute(path[...])
      for _ in 0..<count {
        number += 1
        try makeFile("\(directory)/entry-\(number).data", random: &random)
      }
    }
    directories = made.count
  }

  /// What a line of figures says about the tree.
  func facts(in place: Place) -> Figures {
    [
      "on": .text(place.fileSystem), "shape": .text(shape.rawValue), "files": .count(files),
      "directories": .count(directories),
    ]
  }

  private func absolute(_ path: ArraySlice<String>) -> String {
    ([root.string] + path).joined(separator: "/")
  }

  private func makeFile(_ path: String, random: inout SeededGenerator) throws {
    let descriptor = creat(path, 0o644)
    guard descriptor >= 0 else { throw Errno.current }
    defer { close(descriptor) }
    let length = Int.random(in: 1...4096, using: &random)
    let isFilled = random.chance(25)
    let bytes = [UInt8](repeating: 0x5A, count: isFilled ? length : 0)
    guard isFilled ? write(descriptor, bytes, length) == length : ftruncate(descriptor, length) == 0 else {
      throw Errno.current
    }
  }
}
