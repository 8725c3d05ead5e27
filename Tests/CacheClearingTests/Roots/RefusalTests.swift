import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("What is never cleared")
struct RefusalTests {
  @Test(
    "a path that does not name a directory by its own name is refused",
    arguments: ["", ".", "..", "./", "..//", "a/.", "/tmp/..", "/tmp/x/../"] as [BytePath])
  func text(_ path: BytePath) throws {
    let error = #expect(throws: ClearingError.self) { try PinnedRoot.open(path, allowing: .all) }
    #expect(error?.code == .refused)
  }

  @Test("a path that the kernel would cut at a zero byte is refused")
  func zeroByte() throws {
    let place = try RootPlace()
    let error = place.refusal(of: BytePath(bytes: Array("data\0/cache".utf8)), .all)
    #expect(error?.code == .refused)
  }

  @Test(
    "this system's directories are refused, whatever is allowed",
    arguments: [
      "/", "//", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/mnt", "/opt", "/proc", "/root", "/run", "/sbin",
      "/srv", "/sys", "/tmp", "/usr", "/usr/bin", "/usr/local", "/usr/share", "/var", "/var/cache", "/var/lib",
      "/var/lib/dpkg", "/var/log", "/var/tmp", "/usr/../etc", "/proc/self/root", "/proc/self/root/etc",
    ] as [BytePath])
  func system(_ path: BytePath) throws {
    guard (try? Descriptor.statusFollowing(path.bytes)) != nil else { return }
    let error = #expect(throws: ClearingError.self) { try PinnedRoot.open(path, allowing: .all) }
    #expect(error?.code == .refused, "\(error?.message ?? "")")
  }

  @Test(
    "the system's directories, homes and what is above them are refused, what is inside is not",
    arguments: [
      ("usr", "directory of the system"), ("usr/share", "directory of the system"), ("home/ada", "home directory"),
      ("home", "is in it"), ("usr/share/../../var", "directory of the system"), ("home/ada/Documents", nil),
      ("usr/share/x", nil), ("var/lib", nil), ("data", nil),
    ] as [(BytePath, String?)])
  func places(path: BytePath, reason: String?) throws {
    let place = try RootPlace("mkdir usr/share/x")
    let error = place.refusal(of: path, .all)
    #expect(error?.code == reason.map { _ in .refused })
    if let reason { #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")") }
  }

  @Test("the directory that holds the whole place is refused: a home is in it")
  func above() throws {
    let place = try RootPlace()
    let error = #expect(throws: ClearingError.self) {
      try PinnedRoot.open(place.top, allowing: .all, rules: place.rules)
    }
    #expect(error?.code == .refused)
  }

  @Test("a symbolic link to a home is the home")
  func linked() throws {
    let place = try RootPlace("ln -s ../home/ada data/link")
    #expect(place.refusal(of: "data/link", .all)?.code == .refused)
    #expect(place.refusal(of: "data/link/Documents", .all) == nil)
  }

  @Test("a home that a symbolic link leads to is protected where it is, and what is above it too")
  func homeBehindLink() throws {
    let place = try RootPlace("rm -r home/ada; mkdir -p data/homes/ada; ln -s ../data/homes/ada home/ada")
    for path: BytePath in ["data/homes/ada", "data/homes", "data", "home"] {
      #expect(place.refusal(of: path, .all)?.code == .refused, "\(path)")
    }
    #expect(place.refusal(of: "data/other", .all) == nil)
  }

  @Test("whatever lies directly where homes and the system's directories lie is refused, and links lead to it")
  func held() throws {
    let place = try RootPlace("mkdir -p people/bob/x held/db/x data/eve; ln -s ../data/eve people/eve")
    for path: BytePath in ["people/bob", "held/db", "data/eve", "data", "people"] {
      #expect(place.refusal(of: path, .all)?.code == .refused, "\(path)")
    }
    for path: BytePath in ["people/bob/x", "held/db/x", "data/other"] {
      #expect(place.refusal(of: path, .all) == nil, "\(path)")
    }
  }

  @Test("a home is refused where homes cannot be listed", .enabled(if: geteuid() == 0), arguments: ["people", "held"])
  func unlistable(_ holder: BytePath) async throws {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    await #expect(processExitsWith: .success) { [holder, top = directory.path as BytePath] in
      let place = try RootPlace(
        user: 65_534, at: top, "chmod 711 .; mkdir -p people/bob/.cache held/bob/.cache; chmod 711 people held")
      try OwnProcess.become(user: 65_534)
      let home = holder.appending("bob")
      #expect(place.refusal(of: home, .all)?.code == .refused)
      #expect(place.refusal(of: home.appending(".cache"), .all) == nil)
    }
  }

  @Test("what is above a home that cannot be looked at is refused too", .enabled(if: geteuid() == 0))
  func closedHome() async throws {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    await #expect(processExitsWith: .success) { [top = directory.path as BytePath] in
      let place = try RootPlace(user: 65_534, at: top, "chmod 711 .; mkdir -p far/homes/eve; chmod 700 far/homes")
      try OwnProcess.become(user: 65_534)
      #expect(place.refusal(of: "far", .all)?.code == .refused)
      #expect(place.refusal(of: "data/other", .all) == nil)
    }
  }

  @Test("what is no directory, or is not there, is not cleared", arguments: ["data/file", "data/to-file", "data/fifo"])
  func noDirectory(_ path: String) throws {
    let place = try RootPlace("echo >data/file; mkfifo data/fifo; ln -s file data/to-file")
    #expect(place.refusal(of: BytePath(path), .all)?.code == .notDirectory)
    #expect(place.refusal(of: BytePath(path + "/below"), .all)?.code == .notDirectory)
    #expect(place.refusal(of: BytePath(path + "-missing"), .all)?.code == .noSuchDirectory)
  }
}
