import ByteCounts
import Glibc

/// Files that have a length and no blocks, in a directory of their own that goes with them.
final class SparseFiles {
  let directory: String
  private var files: [String] = []

  init(lengths: [ByteCount]) throws {
    var template = Array("/tmp/cachewatch-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Coreutils.Failure(command: "mkdtemp", status: errno) }
    directory = String(cString: made)
    for length in lengths { try add(length) }
  }

  private func add(_ length: ByteCount) throws {
    let file = directory + "/\(files.count)"
    let descriptor = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Coreutils.Failure(command: "open", status: errno) }
    files.append(file)
    defer { close(descriptor) }
    guard ftruncate(descriptor, Int(length.bytes)) == 0 else {
      throw Coreutils.Failure(command: "ftruncate", status: errno)
    }
  }

  deinit {
    for file in files { unlink(file) }
    rmdir(directory)
  }
}
