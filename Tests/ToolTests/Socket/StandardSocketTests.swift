import SystemCalls
import TestSupport
import Testing

/// The user's own socket directory, as a user without privileges whose runtime directory is the test's.
@Suite struct StandardSocketTests {
  private let directory: TemporaryDirectory
  private var root: BytePath { directory.path("tree") }
  private var environment: [String: String] { ["XDG_RUNTIME_DIR": directory.path.string] }

  init() throws {
    directory = try TemporaryDirectory()
    try Subprocess.output(of: "mkdir", ["-p", "tree/inner"], directory: directory.path)
    try Unprivileged.own(directory.path)
  }

  private func start(_ root: BytePath) async throws -> Subprocess {
    let environment = environment
    return try await onOwnThread {
      let process = try Subprocess(
        Unprivileged.program, Unprivileged.arguments + [Tool.program, "watch", "--json", "-v", root],
        environment: environment, output: .pipe)
      while let line = try process.nextLine(), try ReportLine(json: line).event != "ready" {}
      return process
    }
  }

  private func size(_ arguments: [BytePath]) async throws -> Subprocess.Result {
    try await Tool.runUnprivileged(["size", "-v", "--json"] + arguments, environment: environment)
  }

  @Test("the directory is private, and size finds the watch in it")
  func found() async throws {
    let watch = try await start(root)
    let result = try await size([root])
    #expect(try result.reports().first?.source == "live")
    let place = directory.path("cachewatch")
    #expect(try Descriptor.workingDirectory.status(of: place.bytes).permissions == 0o700)
    #expect(try place.names() == [Array("\(watch.identifier).sock".utf8)])
  }

  @Test("of several watches the one with the deepest root answers, then the one with the lowest number")
  func several() async throws {
    let outer = try await start(root)
    let first = try await start(root.appending("inner"))
    let second = try await start(root.appending("inner"))
    let inner = try await size([root.appending("inner")])
    #expect(inner.errorText.contains("process number \(min(first.identifier, second.identifier))\n"))
    let whole = try await size([root])
    #expect(whole.errorText.contains("process number \(outer.identifier)\n"))
    #expect(try inner.reports().first?.source == "live")
  }

  @Test("a dead socket is skipped and removed")
  func dead() async throws {
    let watch = try await start(root)
    watch.send(signal: 9)
    _ = try await onOwnThread { try watch.wait() }
    let place = directory.path("cachewatch")
    #expect(try place.names().count == 1)
    #expect(try await size([root]).reports().first?.source == "scan")
    #expect(try place.names().isEmpty)
  }

  @Test("a directory that others can look into is not used")
  func open() async throws {
    let place = directory.path("cachewatch")
    try await onOwnThread { _ = try Subprocess.output(of: "mkdir", ["-m", "755", place]) }
    try Unprivileged.own(place)
    let watch = try await start(root)
    let errors = String(decoding: watch.capturedErrors, as: UTF8.self)
    #expect(errors.contains("'\(place)' has mode 755"), "\(errors)")
    #expect(try place.names().isEmpty)
  }
}
