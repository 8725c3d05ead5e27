import SizeTracking

func showThumbnails() async throws {
  let tracker = try SizeTracker(root: "/var/cache/thumbnails")  // watched when this returns; scans in the background
  try await tracker.synchronize()  // the first scan is done, and from now on you read your own writes
  print(tracker.usage.allocatedBytes, tracker.usage.state)  // instant, from any thread
  print(tracker.usage(of: "large")?.files ?? 0)
  for await usage in tracker.changes(of: "large", every: .milliseconds(250)) {
    print(usage.allocatedBytes)  // the latest wins; ends when the tracker is released
  }
}
