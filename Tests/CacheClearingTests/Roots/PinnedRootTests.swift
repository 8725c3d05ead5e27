import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Roots known by identity")
struct PinnedRootTests {
  @Test("a pinned root opens as long as it is the same directory at the same place")
  func same() throws {
    let place = try RootPlace("mkdir -p data/a/b")
    let root = try place.open("data/a/b", .all)
    let descriptor = try root.descriptor()
    defer { descriptor.close() }
    #expect(try descriptor.details().identity == root.details.identity)
  }

  @Test(
    "another directory at the place of a pinned root is not it",
    arguments: [
      "mv data/a/b data/gone; mkdir data/a/b", "mv data/a/b data/gone; ln -s ../gone data/a/b",
      "mv data/a data/gone; ln -s gone data/a", "mv data/a data/gone; mkdir -p data/a/b",
      "rmdir data/a/b; mkdir data/a/b",
    ])
  func replaced(_ script: String) throws {
    let place = try RootPlace("mkdir -p data/a/b")
    let root = try place.open("data/a/b", .all)
    try place.run(script)
    let error = #expect(throws: ClearingError.self) { try root.descriptor() }
    #expect(error?.code == .rootChanged)
  }

  @Test("a pinned root that is gone, or is a file now, says so")
  func gone() throws {
    let place = try RootPlace("mkdir -p data/a/b")
    let root = try place.open("data/a/b", .all)
    try place.run("rmdir data/a/b")
    #expect(#expect(throws: ClearingError.self) { try root.descriptor() }?.code == .noSuchDirectory)
    try place.run(": >data/a/b")
    #expect(#expect(throws: ClearingError.self) { try root.descriptor() }?.code == .notDirectory)
  }

  @Test("its path has no links in it, however it was named")
  func path() throws {
    let place = try RootPlace("mkdir -p data/a/b; ln -s a data/link")
    #expect(try place.open("data/other/../link//b/", .all).path == place.path("data/a/b"))
  }
}

/// On a file system of their own: unmounting that takes along what a failed test left mounted.
@Suite("Roots that are mounts", .enabled(if: TestDisk.isAvailable(.tmpfs)))
struct MountedRootTests {
  @Test(
    "a mount point is cleared only when that is allowed",
    arguments: [
      "mount -t tmpfs tmpfs data/cache", "mount --bind data/other data/cache", "mount --bind data/cache data/cache",
    ])
  func mountPoint(_ script: String) throws {
    try TestDisk.use(.tmpfs) { top in
      let place = try RootPlace(at: top, script)
      defer { try? place.run("umount -l data/cache") }
      #expect(place.refusal(of: "data/cache", .notACache)?.code == .refused)
      #expect(place.refusal(of: "data/cache", .all) == nil)
      // Below it, it is a directory like any other.
      try place.run("mkdir data/cache/below")
      #expect(place.refusal(of: "data/cache/below", .notACache) == nil)
    }
  }

  @Test("a home is a home behind a bind mount too")
  func bindMount() throws {
    try TestDisk.use(.tmpfs) { top in
      let place = try RootPlace(
        at: top, "mkdir data/way data/up; mount --bind home/ada data/way; mount --bind home data/up")
      defer { try? place.run("umount -l data/way data/up") }
      #expect(place.refusal(of: "data/way", .all)?.code == .refused)
      #expect(place.refusal(of: "data/up", .all)?.code == .refused)
      #expect(place.refusal(of: "data/way/Documents", .all) == nil)
    }
  }

  @Test(
    "a home on a server that is gone refuses what is above it, and nothing else",
    .enabled(if: TestDisk.isAvailable(.fuse)))
  func deadMount() throws {
    try TestDisk.use(.tmpfs) { top in
      let place = try RootPlace(
        at: top,
        """
        mkdir -p people/bob people/dead far/homes/eve
        for home in people/dead far/homes/eve; do
          bindfs -f -o attr_timeout=0,entry_timeout=0 data/other $home 2>/dev/null & server=$!
          until mountpoint -q $home; do :; done
          kill -9 $server; wait $server || :
        done
        """)
      defer { try? place.run("umount -l people/dead far/homes/eve") }
      #expect(throws: Errno.notConnected) { try Descriptor.statusFollowing(place.path("people/dead").bytes) }
      #expect(place.refusal(of: "data/other", .all) == nil)
      for path: BytePath in ["people/bob", "people", "far/homes", "far"] {
        #expect(place.refusal(of: path, .all)?.code == .refused, "\(path)")
      }
    }
  }

  @Test("a root over which something was mounted is not the same any more")
  func covered() throws {
    try TestDisk.use(.tmpfs) { top in
      let place = try RootPlace(at: top)
      let root = try place.open("data/cache", .all)
      for script in ["mount -t tmpfs tmpfs data/cache", "mount --bind data/cache data/cache"] {
        try place.run(script)
        let error = #expect(throws: ClearingError.self) { try root.descriptor() }
        #expect(error?.code == .rootChanged, "\(script)")
        try place.run("umount data/cache")
      }
      try root.descriptor().close()
    }
  }
}
