import SizeTracking

@main
struct LiveSize {
  static func main() async throws {
    let root = BytePath(CommandLine.arguments.dropFirst().first ?? ".")
    let tracker = try SizeTracker(root: root)
    try await tracker.synchronize()
    print(tracker.root, tracker.usage)
    try await tracker.settle()
    print(tracker.root, tracker.usage)
  }
}
