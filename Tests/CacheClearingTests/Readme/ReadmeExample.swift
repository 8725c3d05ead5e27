import CacheClearing

func trimThumbnails() async throws {
  let clearer = try CacheClearer(root: "/var/cache/thumbnails")  // refused unless it looks like a cache
  let plan = try await clearer.plan(.leastRecentlyUsed(downTo: .gigabytes(2)), protecting: ["pinned/*"])
  print(plan)  // what would go, oldest first; nothing has been touched
  let report = try await clearer.clear(plan)
  print(report.freedBytes, report.skipped.map(\.path))
}
