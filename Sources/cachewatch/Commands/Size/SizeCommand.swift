internal import ByteCounts
internal import SizeTracking
internal import SystemCalls

/// `cachewatch size`: the size of each PATH, from a running watch or from the disk.
struct SizeCommand {
  private let options: SizeOptions
  private let paths: [BytePath]

  init(_ line: ParsedLine) throws(UsageError) {
    options = try SizeOptions(line)
    paths = line.operands
    guard !paths.isEmpty else {
      throw UsageError(
        "size: a PATH is missing; 'cachewatch size .' shows the working directory", command: .size)
    }
  }

  func run() -> ExitStatus {
    ProcessEnd.onInterrupt(.interrupted)
    var outcome = Outcome()
    var printer = SizePrinter(options)
    var total = DirectoryUsage()
    let client = options.alwaysScans ? nil : WatcherClient(options.socket)
    for path in paths {
      do throws(SizeFailure) {
        let target = try SizeTarget(reporting: path)
        let answer = try answer(target, client, &outcome)
        report(target, answer, &printer, &outcome)
        total.add(answer.usage)
      } catch {
        Messages.complain(error.message)
        outcome.add(error.status)
      }
    }
    printer.finish()
    if options.showsTotal { printer.print(SizeLine(place: nil, usage: total, source: .scan)) }
    outcome.add(StandardOutput.shared.finish())
    return outcome.status
  }

  private func answer(
    _ target: SizeTarget, _ client: WatcherClient?, _ outcome: inout Outcome
  ) throws(SizeFailure) -> SizeAnswer {
    let walker = SizeWalker(options)
    guard target.isDirectory, let client else {
      if options.verifies { throw .noWatcher(target.given) }
      return .walk(try walker.walk(target))
    }
    if options.verifies {
      return try Verification(options, client, walker).answer(target, &outcome)
    }
    if let reply = client.ask(options.question(about: target)) {
      if options.output.isVerbose {
        Messages.complain("'\(target.given)' is answered by the watch with process number \(reply.process)")
      }
      return .watcher(reply)
    }
    if options.output.isVerbose {
      Messages.complain("'\(target.given)' is scanned: no running watch answers")
    }
    return .walk(try walker.walk(target))
  }

  private func report(
    _ target: SizeTarget, _ answer: SizeAnswer, _ printer: inout SizePrinter, _ outcome: inout Outcome
  ) {
    let listing = options.showsFiles && target.isDirectory ? FileListing(target, options) : nil
    let depth = options.depth
    answer.forEachDirectory(of: target, depth: depth) { path, usage in
      let level = path.level
      if let listing, depth.map({ level < $0 }) ?? true {
        do throws(Errno) {
          try listing.forEachFile(in: path) { name, status in
            let usage = DirectoryUsage(file: status)
            printer.add(SizeLine(.init(target: target, path: path.appending(name)), usage, .scan))
          }
        } catch .noSuchFile {
          // It went away after it was counted.
        } catch .permissionDenied {
          // That is said already: it was not counted either.
        } catch {
          Messages.complain("cannot list '\(target.given.appending(path))': \(error)")
          outcome.add(error.isShortage ? .system : .partial)
        }
      }
      printer.add(SizeLine(.init(target: target, path: path), usage, answer.source))
    }
    if let limit = options.failOver, printer.bytes(of: answer.usage) > limit { outcome.add(.overLimit) }
    if !answer.usage.reasons.isDisjoint(with: [.unreadable, .inputOutput]) { outcome.add(.partial) }
    if answer.suffersFromShortage { outcome.add(.system) }
    if !options.output.isQuiet { answer.complain(about: target) }
  }
}

extension SizeOptions {
  func question(about target: SizeTarget) -> UsageQuestion {
    var question = UsageQuestion(path: target.resolved, identity: target.status.identity, depth: depth)
    question.settles = settles || verifies
    question.filters = tree.filters
    return question
  }
}

extension DirectoryUsage {
  /// One file's own numbers.
  init(file status: FileStatus) {
    self.init(
      allocatedBytes: status.allocatedBytes, apparentBytes: status.apparentBytes, files: 1, directories: 0)
  }

  /// Adds another path's numbers. Nothing is known about files that both contain.
  mutating func add(_ other: DirectoryUsage) {
    allocatedBytes = allocatedBytes.addingSaturating(other.allocatedBytes)
    apparentBytes = apparentBytes.addingSaturating(other.apparentBytes)
    files += other.files
    directories += other.directories
    state = max(state, other.state)
    reasons.formUnion(other.reasons)
  }
}

extension SizeLine {
  init(_ place: Place, _ usage: DirectoryUsage, _ source: UsageReport.Source) {
    self.init(place: place, usage: usage, source: source)
  }
}
