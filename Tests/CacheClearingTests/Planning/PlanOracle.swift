import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

/// What a plan has to be, by another way: `find` lists the tree, `du` sums it up, and the rest is sorting and adding.
struct PlanOracle {
  struct Entry {
    var isDirectory: Bool
    var inode: String
    var links: Int
    var allocatedBytes: UInt64
    /// Nanoseconds since 1970.
    var used: Int
    var path: [UInt8]
  }

  let entries: [Entry]
  let size: UInt64
  /// The time that ages count back from.
  let time: FileTime

  init(_ scene: Scene) throws {
    let listing = try scene.shell(#"find . -mindepth 1 -printf '%y %i %n %b %A@ %T@ %P\0'"#)
    entries = try listing.split(separator: 0).map { line in
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 6)
      let words = fields.prefix(6).map { String(decoding: $0, as: UTF8.self) }
      return Entry(
        isDirectory: words[0] == "d", inode: words[1], links: try #require(Int(words[2])),
        allocatedBytes: try #require(UInt64(words[3])) * 512,
        used: max(try Self.nanoseconds(words[4]), try Self.nanoseconds(words[5])), path: Array(fields[6]))
    }
    size = try scene.diskUsage()
    time = .now
  }

  /// The same in nanoseconds.
  var now: Int { Int(time.seconds) * 1_000_000_000 + Int(time.nanoseconds) }

  private static func nanoseconds(_ text: String) throws -> Int {
    let parts = text.split(separator: ".")
    return try #require(Int(parts[0])) * 1_000_000_000 + (try #require(Int(parts[1].prefix(9))))
  }

  /// The paths of the files that go, in order.
  /// - Parameter keep: names, at any depth, that stay with all below them.
  func chosen(_ policies: [ClearingPolicy], keeping keep: Set<String>, free: UInt64) -> [BytePath] {
    var names: [String: (inside: Int, kept: Int, certain: Int)] = [:]
    var certain: Set<[UInt8]> = []
    var open: [Entry] = []
    var (left, room) = (size, free)
    for entry in entries {
      let isKept = BytePath(bytes: entry.path).components.contains {
        keep.contains(String(decoding: $0, as: UTF8.self))
      }
      let isCertain = !isKept && policies.contains { takes($0, entry) }
      if entry.isDirectory {
        let holdsKept = entries.contains { other in
          other.path.starts(with: entry.path + [UInt8(ascii: "/")])
            && BytePath(bytes: other.path).components.contains { keep.contains(String(decoding: $0, as: UTF8.self)) }
        }
        if isCertain, !holdsKept { (left, room) = (left - entry.allocatedBytes, room + entry.allocatedBytes) }
        continue
      }
      names[entry.inode, default: (0, 0, 0)].inside += 1
      if isKept { names[entry.inode]?.kept += 1 }
      if isCertain {
        names[entry.inode]?.certain += 1
        certain.insert(entry.path)
      } else if !isKept {
        open.append(entry)
      }
    }
    func take(_ entry: Entry) {
      left -= entry.allocatedBytes
      if names[entry.inode]?.inside == entry.links { room += entry.allocatedBytes }
    }
    var seen: Set<String> = []
    for entry in entries where certain.contains(entry.path) && seen.insert(entry.inode).inserted {
      if let counts = names[entry.inode], counts.certain == counts.inside { take(entry) }
    }
    var taken: Set<String> = []
    for entry in open.sorted(by: precedes) {
      guard var counts = names[entry.inode] else { continue }
      counts.certain += 1
      names[entry.inode] = counts
      guard counts.certain == counts.inside, entry.allocatedBytes > 0 else { continue }
      let isFreed = counts.inside == entry.links
      guard policies.contains(where: { wants($0, left, room, isFreed) }) else { continue }
      take(entry)
      taken.insert(entry.inode)
    }
    let all = entries.filter {
      !$0.isDirectory && (certain.contains($0.path) || isOpen($0) && taken.contains($0.inode))
    }
    func isOpen(_ entry: Entry) -> Bool { open.contains { $0.path == entry.path } }
    return all.sorted(by: precedes).map { BytePath(bytes: $0.path) }
  }

  private func takes(_ policy: ClearingPolicy, _ entry: Entry) -> Bool {
    switch policy {
    case .entries(let paths):
      paths.contains { $0.bytes == entry.path || entry.path.starts(with: $0.bytes + [UInt8(ascii: "/")]) }
    case .olderThan(let age):
      !entry.isDirectory && now - entry.used > Int(age.components.seconds) * 1_000_000_000
    default: false
    }
  }

  private func wants(_ policy: ClearingPolicy, _ left: UInt64, _ room: UInt64, _ isFreed: Bool) -> Bool {
    switch policy {
    case .leastRecentlyUsed(let target): left > target.bytes
    case .untilFree(.amount(let goal)): isFreed && room < goal.bytes
    default: false
    }
  }

  private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    let (time, other) = (min(left.used, now), min(right.used, now))
    return time == other ? left.path.lexicographicallyPrecedes(right.path) : time < other
  }
}
