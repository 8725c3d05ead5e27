internal import SystemCalls

extension PlannedRemoval {
  /// Fails when another program holds a lock on a directory or on one above it. Each is asked once.
  func checkLocks(of number: Int) throws(Obstacle) {
    let (isLocked, unknown) = state.withLock { state in
      var unknown: [Int] = []
      var next = number
      while state.locks[next] == nil {
        unknown.append(next)
        if next == PlannedDirectories.root { break }
        next = directories[next].parent
      }
      return (state.locks[next] ?? false, unknown)
    }
    if isLocked {
      note(true, of: unknown)
      throw .locked
    }
    try probe(unknown)
  }

  /// Asks for the locks of some directories, each in the next one.
  private func probe(_ directories: [Int]) throws(Obstacle) {
    var rest = directories
    guard let first = rest.last else { return }
    var current = try Obstacle.wrapping { () throws(Errno) in try way.open(self.directories.path(of: first)) }
    defer { way.close(current) }
    while let number = rest.last {
      if number != first {
        let outer = current
        let name = self.directories.name(of: number)
        current = try Obstacle.wrapping { () throws(Errno) in try way.step(name, from: outer) }
        way.close(outer)
      }
      do throws(Obstacle) {
        try remover.disk.checkLock(of: current)
      } catch {
        if error.reason == .locked { note(true, of: rest) }
        throw error
      }
      note(false, of: [number])
      rest.removeLast()
    }
  }

  private func note(_ isLocked: Bool, of directories: [Int]) {
    state.withLock { state in
      for number in directories { state.locks[number] = isLocked }
    }
  }

  /// Fails when another program holds a lock on a directory that is about to go.
  func checkLock(of name: [UInt8], in parent: Descriptor) throws(Obstacle) {
    let directory: Descriptor
    do throws(Errno) {
      directory = try way.step(name, from: parent)
    } catch .permissionDenied {
      // One that may not be read cannot be locked by its owner's other programs either; it can be empty.
      return
    } catch {
      throw Obstacle(error)
    }
    defer { way.close(directory) }
    try remover.disk.checkLock(of: directory)
  }
}
