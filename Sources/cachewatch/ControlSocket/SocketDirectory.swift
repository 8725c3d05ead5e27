internal import SystemCalls

/// The directory that holds the sockets of the user's running watches.
struct SocketDirectory {
  /// Why the directory cannot be trusted or used.
  struct Problem: Error {
    var message: String
  }

  let path: BytePath

  /// The user's directory. Nobody else can put anything into it.
  static var standard: SocketDirectory {
    let user = UserAccount.identifier
    if user == 0 { return SocketDirectory(path: "/run/cachewatch") }
    if let runtime = UserAccount.environment("XDG_RUNTIME_DIR"), runtime.isAbsolute {
      return SocketDirectory(path: runtime.appending("cachewatch"))
    }
    let runtime = BytePath("/run/user/\(user)")
    if (try? Descriptor.statusFollowing(runtime.bytes))?.kind == .directory {
      return SocketDirectory(path: runtime.appending("cachewatch"))
    }
    return SocketDirectory(path: BytePath("/tmp/cachewatch-\(user)"))
  }

  /// Makes the directory where it is missing, and checks it.
  func prepare() throws(Problem) {
    do throws(Errno) {
      try FileChanges.makeDirectory(path, permissions: 0o700)
    } catch .fileExists {
      // Its owner and mode are checked like those of a new one.
    } catch {
      throw Problem(message: "cannot make '\(path)': \(error)")
    }
    try check()
  }

  /// Throws unless the directory is the user's own and closed to everyone else.
  func check() throws(Problem) {
    let status: FileStatus
    do throws(Errno) {
      status = try Descriptor.workingDirectory.status(of: path.bytes)
    } catch {
      throw Problem(message: "cannot examine '\(path)': \(error)")
    }
    guard status.kind == .directory else { throw Problem(message: "'\(path)' is not a directory") }
    guard status.owner == UserAccount.identifier else {
      throw Problem(message: "'\(path)' belongs to another user")
    }
    guard status.permissions & 0o7777 == 0o700 else {
      let mode = String(status.permissions, radix: 8)
      throw Problem(message: "'\(path)' has mode \(mode); 'chmod 700' makes it private")
    }
  }

  /// The socket of a process.
  func socket(of process: Int32) -> BytePath {
    path.appending(BytePath("\(process).sock"))
  }

  private var hasPassedCheck: Bool {
    do throws(Problem) {
      try check()
      return true
    } catch {
      return false
    }
  }

  /// The sockets, in the order of their processes' numbers.
  func sockets() -> [BytePath] {
    guard hasPassedCheck, let names = try? path.names() else { return [] }
    let processes = names.compactMap { name -> Int32? in
      let text = String(decoding: name, as: UTF8.self)
      return text.hasSuffix(".sock") ? Int32(text.dropLast(5)) : nil
    }
    return processes.sorted().map(socket)
  }
}
