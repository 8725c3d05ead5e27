/// Every option, in the order that help shows them.
enum OptionTable {
  static let all: [ToolOption] = output + selection + size + watch + doctor + clear + general

  /// The options that a command takes.
  static func options(of command: Command) -> [ToolOption] {
    all.filter { $0.commands.contains(command) }
  }

  static func option(_ key: ToolOption.Key) -> ToolOption? {
    all.first { $0.key == key }
  }

  private static let everywhere: Set<Command> = [.watch, .size, .clear, .doctor]
  private static let counting: Set<Command> = [.watch, .size]

  private static let output: [ToolOption] = [
    ToolOption(
      key: .apparentSize, name: "apparent-size", letter: "A", commands: counting,
      help: "count the lengths of files and symbolic links instead of the space they occupy"),
    ToolOption(
      key: .blockSize, name: "block-size", letter: "B", argument: "SIZE", commands: everywhere,
      help: "print sizes in units of SIZE, rounded up: 1, K (1024), MB (1000000), 4K"),
    ToolOption(
      key: .bytes, name: "bytes", letter: "b", commands: [.watch, .size, .doctor],
      help: "print apparent sizes in bytes; the same as -A -B1"),
    ToolOption(
      key: .bytes, name: "bytes", letter: "b", commands: [.clear], help: "print sizes in bytes; the same as -B1"),
    ToolOption(
      key: .humanReadable, name: "human-readable", letter: "h", commands: everywhere,
      help: "print sizes as 1.5K, 23M or 4.0G, in powers of 1024; the default on a terminal"),
    ToolOption(key: .si, name: "si", commands: everywhere, help: "as -h, in powers of 1000"),
    ToolOption(
      key: .json, name: "json", commands: everywhere, help: "print one JSON object a line; sizes are in bytes"
    ),
    ToolOption(
      key: .null, name: "null", letter: "0", commands: everywhere,
      help: "end each line with a zero byte instead of a newline"),
    ToolOption(
      key: .color, name: "color", argument: "WHEN", commands: everywhere,
      help: "use colors: auto (on a terminal, unless NO_COLOR is set), always or never"),
  ]

  private static let selection: [ToolOption] = [
    ToolOption(
      key: .oneFileSystem, name: "one-file-system", letter: "x", commands: counting,
      help: "skip directories on other file systems"),
    ToolOption(
      key: .oneFileSystem, name: "one-file-system", letter: "x", commands: [.clear],
      help: "always so: what is mounted below PATH stays"),
    ToolOption(
      key: .maximumDepth, name: "max-depth", letter: "d", argument: "N|all", commands: counting,
      help: "show directories down to N levels below PATH; 0, the default, is PATH alone"),
    ToolOption(
      key: .exclude, name: "exclude", argument: "GLOB", commands: counting,
      help: "skip what GLOB matches below PATH, whole or behind any '/'; '*' matches '/' too; may be repeated"
    ),
  ]

  private static let size: [ToolOption] = [
    ToolOption(
      key: .all, name: "all", letter: "a", commands: [.size],
      help: "show files too; without -d, at every depth"),
    ToolOption(
      key: .total, name: "total", letter: "c", commands: [.size], help: "add a line with the sum of the PATHs"
    ),
    ToolOption(
      key: .top, name: "top", argument: "N", commands: [.size],
      help: "show only the N largest, the largest first; without -d, of every depth"),
    ToolOption(
      key: .sort, name: "sort", argument: "WORD", commands: [.size],
      help: "sort by size (largest first), name or files (most first)"),
    ToolOption(
      key: .scan, name: "scan", commands: [.size], help: "always scan; never ask a running watch"),
    ToolOption(
      key: .settle, name: "settle", commands: [.size],
      help:
        "first let the system write back what was recently written, which can change the space it occupies"),
    ToolOption(
      key: .verify, name: "verify", commands: [.size],
      help: "compare a running watch with the disk; exit 6 where they differ"),
    ToolOption(
      key: .failOver, name: "fail-over", argument: "SIZE", commands: [.size],
      help: "exit 4 when a PATH is larger than SIZE"),
  ]

  private static let watch: [ToolOption] = [
    ToolOption(
      key: .interval, name: "interval", argument: "DURATION", commands: [.watch],
      help: "show a directory at most once in DURATION: 250ms, 1s (the default), 5m"),
    ToolOption(
      key: .plain, name: "plain", commands: [.watch], help: "print lines on a terminal as in a pipe's log"),
    ToolOption(
      key: .audit, name: "audit", argument: "DURATION|off", commands: [.watch],
      help: "compare with the disk every DURATION: 6h by default"),
    ToolOption(
      key: .auditBudget, name: "audit-budget", argument: "N%", commands: [.watch],
      help: "use at most N% of a processor for that: 5% by default"),
    ToolOption(
      key: .maximumWatches, name: "max-watches", argument: "N|N%", commands: [.watch],
      help: "use at most N inotify watches, or N% of the user's limit"),
    ToolOption(
      key: .socket, name: "socket", argument: "PATH|none", commands: [.watch, .size, .doctor],
      help: "answer 'cachewatch size' (or, in size and doctor, ask) at PATH, or not at all"),
  ]

  private static let doctor: [ToolOption] = [
    ToolOption(
      key: .minimumFree, name: "min-free", argument: "SIZE|N%", commands: [.doctor],
      help: "exit 4 when a PATH's file system has no more than SIZE, or N% of its space, free")
  ]

  private static let clear: [ToolOption] = [
    ToolOption(key: .everything, name: "all", commands: [.clear], help: "delete everything; the default"),
    ToolOption(
      key: .olderThan, name: "older-than", argument: "DURATION", commands: [.clear],
      help: "delete what was last used longer ago than DURATION: 12h, 7d, 4w"),
    ToolOption(
      key: .toSize, name: "to-size", argument: "SIZE", commands: [.clear],
      help: "delete what was not used for longest, until PATH is no larger than SIZE"),
    ToolOption(
      key: .keepFree, name: "min-free", argument: "SIZE|N%", commands: [.clear],
      help: "likewise, until SIZE, or N% of its space, is free on the file system"),
    ToolOption(
      key: .ageBy, name: "age-by", argument: "WORD", commands: [.clear],
      help: "take as last use: used (the last reading or writing; the default) or modified (the last writing)"),
    ToolOption(
      key: .minimumAge, name: "min-age", argument: "DURATION", commands: [.clear],
      help: "keep what was made or changed less than DURATION ago: 0s by default, 60s where not everything goes"),
    ToolOption(
      key: .protect, name: "protect", argument: "GLOB", commands: [.clear],
      help: "keep what GLOB matches below PATH, whole or behind any '/', and all below it; may be repeated"),
    ToolOption(
      key: .protect, name: "exclude", argument: "GLOB", commands: [.clear], help: "the same as --protect"),
    ToolOption(
      key: .skipHidden, name: "skip-hidden", commands: [.clear],
      help: "keep what has a name that begins with a dot, at every depth"),
    ToolOption(key: .itself, name: "itself", commands: [.clear], help: "remove PATH too"),
    ToolOption(
      key: .pruneEmpty, name: "prune-empty", commands: [.clear],
      help: "where not everything goes, remove the directories that become empty"),
    ToolOption(
      key: .aside, name: "aside", commands: [.clear],
      help: "move everything out of sight first, so that programs see an empty directory at once"),
    ToolOption(
      key: .dryRun, name: "dry-run", letter: "n", commands: [.clear],
      help: "delete nothing; show what would be deleted (with -v, each entry of everything too)"),
    ToolOption(
      key: .yes, name: "yes", letter: "y", commands: [.clear], help: "do not ask; needed where nobody can be asked"),
    ToolOption(
      key: .force, name: "force", commands: [.clear],
      help: "clear a directory that does not look like a cache, or is a mount point"),
  ]

  private static let general: [ToolOption] = [
    ToolOption(
      key: .quiet, name: "quiet", letter: "q", commands: everywhere,
      help: "no messages about what could not be read or deleted"),
    ToolOption(
      key: .verbose, name: "verbose", letter: "v", commands: everywhere, help: "say more on standard error"),
    ToolOption(
      key: .help, name: "help", commands: everywhere.union([.help]), help: "show this help"),
    ToolOption(
      key: .version, name: "version", commands: everywhere.union([.help]), help: "show the version"),
  ]
}
