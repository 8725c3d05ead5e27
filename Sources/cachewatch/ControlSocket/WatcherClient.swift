internal import SystemCalls

/// Asks the user's running watches.
struct WatcherClient {
  /// How long the answer may take before a scan is the better way.
  private static let patience = Duration.seconds(2)

  private let paths: [BytePath]

  /// Finds the watches. O(number of running watches).
  init(_ choice: SocketChoice) {
    paths =
      switch choice {
      case .standard: SocketDirectory.standard.sockets()
      case .path(let path): [path]
      case .none: []
      }
    removesDeadSockets = if case .standard = choice { true } else { false }
  }

  private let removesDeadSockets: Bool

  /// The answer of the watch whose root is the deepest above the path, then of the lowest process number; nil when
  /// none can answer, or not in time. Waits without a limit where the watch is to settle first.
  func ask(_ question: UsageQuestion) -> WatcherReply? {
    let deadline = MonotonicTime.now + Self.patience
    var conversations = paths.compactMap { connect($0, until: deadline) }
    defer { conversations.forEach { $0.close() } }
    if conversations.count > 1 {
      conversations = Self.sorted(conversations, for: question, until: deadline)
    }
    for index in conversations.indices {
      let limit = question.settles ? nil : deadline
      if let reply = conversations[index].ask(question, until: limit) { return reply }
    }
    return nil
  }

  /// The watches that cover a question's path, in the order of their processes' numbers.
  func probe(_ question: UsageQuestion) -> [(process: Int32, probe: WatchProbe)] {
    let deadline = MonotonicTime.now + Self.patience
    return paths.compactMap { path in
      guard var conversation = connect(path, until: deadline) else { return nil }
      defer { conversation.close() }
      return conversation.probe(question, until: deadline).map { (conversation.process, $0) }
    }
  }

  private func connect(_ path: BytePath, until deadline: MonotonicTime) -> Conversation? {
    let left = deadline - .now
    guard left > .zero else { return nil }
    do throws(Errno) {
      return try Conversation(path, timeout: left)
    } catch .connectionRefused {
      // Its watch ended without cleaning up.
      if removesDeadSockets { try? FileChanges.removeFile(path) }
      return nil
    } catch {
      return nil
    }
  }

  /// The conversations with those that cover the path, the deepest root first. The order stays otherwise.
  private static func sorted(
    _ conversations: [Conversation], for question: UsageQuestion, until deadline: MonotonicTime
  ) -> [Conversation] {
    var covering: [(conversation: Conversation, depth: Int)] = []
    for conversation in conversations {
      var conversation = conversation
      guard let probe = conversation.probe(question, until: deadline) else { continue }
      covering.append((conversation, probe.root.components.count))
    }
    let order = covering.indices.sorted { (-covering[$0].depth, $0) < (-covering[$1].depth, $1) }
    return order.map { covering[$0].conversation }
  }
}
