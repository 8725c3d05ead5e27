package import SystemCalls

/// A directory to clear, known by what it is and not only by where it was.
package struct PinnedRoot: Sendable {
  /// Absolute, without symbolic links.
  package let path: BytePath
  package let details: FileDetails

  package static func open(
    _ path: BytePath, allowing: ClearingPermissions
  ) throws(ClearingError) -> PinnedRoot {
    do throws(Errno) {
      let resolved = try path.resolved()
      let descriptor = try Descriptor.open(resolved.bytes, [.directory, .noFollow])
      defer { descriptor.close() }
      return PinnedRoot(path: resolved, details: try descriptor.details())
    } catch {
      throw ClearingError(code: .systemRefused, path: path, cause: error, message: "cannot clear '\(path)': \(error)")
    }
  }

  /// A new descriptor of the directory, which the caller closes.
  package func descriptor() throws(ClearingError) -> Descriptor {
    do throws(Errno) {
      let descriptor = try Descriptor.open(path.bytes, [.directory, .noFollow])
      if (try? descriptor.details().identity) == details.identity { return descriptor }
      descriptor.close()
    } catch {
      throw ClearingError(code: .systemRefused, path: path, cause: error, message: "cannot clear '\(path)': \(error)")
    }
    throw ClearingError(
      code: .rootChanged, path: path, message: "cannot clear '\(path)': another directory is there now")
  }
}
