import Glibc
import SystemCalls
import TestSupport

/// A FUSE file system whose server can be stopped: as a disk that does not answer. It goes, even while it is stopped, with
/// the last reference or when this process ends.
final class StoppableDisk: Sendable {
  private let directory: TemporaryDirectory
  private let keeper: Subprocess
  private let server: Int32
  private let connection: BytePath

  /// The file system's topmost directory.
  var root: BytePath { directory.path("mount") }
  /// The same past the server: it answers always.
  private var backing: BytePath { directory.path("backing") }

  static let isAvailable = TestDisk.isAvailable(.fuse)

  private static let script = """
    trap '' HUP INT TERM
    mkdir backing mount control
    mount -t fusectl fusectl control
    # The kernel has to ask the server every time.
    bindfs -f -o attr_timeout=0,entry_timeout=0 backing mount & server=$!
    until mountpoint -q mount; do kill -0 $server || exit; sleep 0.01; done
    echo $server $(mountpoint -d mount)
    cat >/dev/null
    kill -KILL $server
    umount -l mount
    umount control
    """

  init() throws {
    directory = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    keeper = try Subprocess(
      "sh", ["-c", BytePath(Self.script)], directory: directory.path, input: .pipe, output: .pipe)
    let words = String(decoding: try keeper.nextLine() ?? [], as: UTF8.self).split { $0 == " " || $0 == ":" }
    guard words.count == 3, let server = Int32(words[0]) else {
      throw MissingFact(description: "no FUSE server: \(String(decoding: keeper.capturedErrors, as: UTF8.self))")
    }
    self.server = server
    connection = directory.path("control").appending(BytePath("\(words[2])/waiting"))
  }

  deinit {
    keeper.closeInput()
    _ = try? keeper.wait(atMost: .seconds(60))
  }

  /// Makes a directory, and fills it by a script for which it is the working directory.
  func makeCache(_ script: String) throws -> BytePath {
    try Subprocess.output(
      of: "sh", ["-ec", BytePath("umask 022; mkdir cache; cd cache\n\(script)")], directory: backing)
    return root.appending("cache")
  }

  /// Has another directory be where the cache was, which is `exchanged` then.
  func exchangeCache() throws {
    let place = try WorkDirectory(backing)
    try place.makeDirectory("exchanged")
    try place.exchange("cache", with: "exchanged", in: place)
  }

  /// The names in a directory, also while the server is stopped.
  func names(in path: BytePath) throws -> [String] {
    guard let name = path.below(root) else { return [] }
    return try backing.appending(name).names().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Stops the server: when nothing is left that it was asked for, or in the middle of that.
  func stop(whileAsked: Bool = false) throws {
    if !whileAsked { try awaitFact { try !self.isAsked } }
    kill(server, SIGSTOP)
    try awaitFact {
      String(decoding: try ProcFile.read(BytePath("/proc/\(self.server)/stat")), as: UTF8.self).contains(") T ")
    }
  }

  func resume() { kill(server, SIGCONT) }

  /// Whether somebody waits for an answer.
  var isAsked: Bool {
    get throws { ProcFile.number(connection).map { $0 > 0 } ?? false }
  }
}
