package import SystemCalls

/// The directories of a subtree as they were at one moment. Small although paths may be long: it holds each name once.
package struct DirectoryOutline: Sendable {
  private struct Place {
    var handle: DirectoryHandle
    var name: [UInt8]
    var depth: Int
  }

  private let top: BytePath
  /// Parents before children.
  private var places: [Place] = []

  init(top: BytePath) {
    self.top = top
  }

  mutating func append(_ handle: DirectoryHandle, name: [UInt8], depth: Int) {
    places.append(Place(handle: handle, name: name, depth: depth))
  }

  /// Calls with each directory, children before parents. O(length of the paths).
  package func forEach(_ body: (_ path: BytePath, _ depth: Int, _ handle: DirectoryHandle) -> Void) {
    var path = top
    var open: [(place: Place, parentLength: Int)] = []
    func close(downTo depth: Int) {
      while let last = open.last, last.place.depth >= depth {
        body(path, last.place.depth, last.place.handle)
        path.bytes.removeSubrange(last.parentLength...)
        open.removeLast()
      }
    }
    for place in places {
      close(downTo: place.depth)
      open.append((place, path.bytes.count))
      path.append(place.name)
    }
    close(downTo: 0)
  }
}
