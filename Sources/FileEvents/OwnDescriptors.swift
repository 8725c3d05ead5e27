internal import SystemCalls

/// The process's open descriptors, as `/proc` lists them.
struct OwnDescriptors {
  private let directory: Descriptor

  static func open() throws(EventSourceError) -> OwnDescriptors {
    do throws(Errno) {
      return OwnDescriptors(directory: try .open(Array("/proc/self/fd".utf8), [.directory]))
    } catch {
      throw .looking(at: error)
    }
  }

  func close() {
    directory.close()
  }

  /// Those that are inotify instances.
  func inotifyInstances() throws(EventSourceError) -> Set<Int32> {
    do throws(Errno) {
      var found: Set<Int32> = []
      var block = NameBlock()
      try directory.rewind()
      while try directory.readNames(into: &block) {
        for name in block.names {
          let name = block.bytes(of: name)
          let target = try? directory.readLink(name)
          if target == Array("anon_inode:inotify".utf8), let number = Int32(String(decoding: name, as: UTF8.self)) {
            found.insert(number)
          }
        }
      }
      return found
    } catch {
      throw .looking(at: error)
    }
  }

  /// Whether one more could be opened.
  static var isOneFree: Bool {
    guard let file = try? Descriptor.memoryFile(named: "cachewatch-probe") else { return false }
    file.close()
    return true
  }
}

extension EventSourceError {
  /// The failure to read something in `/proc`.
  static func looking(at reason: Errno) -> EventSourceError {
    switch reason {
    case .tooManyFiles, .tooManyFilesInSystem, .noMemory: .instance(reason, limit: nil)
    default: .procUnavailable
    }
  }
}
