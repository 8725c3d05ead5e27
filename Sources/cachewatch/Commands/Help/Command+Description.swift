extension Command {
  /// What the command does, in paragraphs.
  var description: [String] {
    switch self {
    case .watch:
      [
        "Tracks each PATH, the user's cache directory (XDG_CACHE_HOME or ~/.cache) when there is none, and prints a "
          + "line whenever its size changes: the local time, the size, how good the number is, and the path, with tabs "
          + "between them. While it runs, 'cachewatch size' gets its answers from it.",
        "A number is 'scanning' until the first scan is done, 'live' while every change that was reported is in it, "
          + "'settling' while files that were just written may still change the space they occupy, 'rescanning' after "
          + "events were lost, 'degraded' when something cannot be seen, and 'gone' when the directory is not there.",
        "Sizes are scaled on a terminal and bytes elsewhere. SIGINT and SIGTERM end it.",
      ]
    case .size:
      [
        "Prints the size of each PATH, and with -d of the directories below it, the deepest first: the size, a tab and "
          + "the path. Each line equals what 'du -s' says about that directory. A running watch that covers PATH "
          + "answers at once; otherwise the disk is scanned.",
        "Sizes are scaled on a terminal and bytes elsewhere. SIZE may have a unit: 10M is 10 * 1024 * 1024, 10MB is 10 "
          + "* 1000 * 1000.",
      ]
    case .clear:
      [
        "Deletes the contents of each PATH for good: everything, or with --older-than, --to-size and --min-free what was "
          + "not used for longest. These limits combine: afterwards each of them holds. The directory itself stays, and "
          + "in it a CACHEDIR.TAG.",
        "On a terminal it shows what would go and asks; elsewhere it needs --yes. -n shows what would go and deletes "
          + "nothing. Afterwards it prints what went, and says what did not and why. No symbolic link below PATH is "
          + "followed and no mount entered. What changed since it was chosen stays.",
        "Refused, with --force too, are the system's directories, homes, and what is above them; for root also a PATH on "
          + "whose way others could exchange something. Without --force a PATH must look like a cache: lie in the "
          + "user's cache directory or below /var/cache, or, but not for root, have a CACHEDIR.TAG in it. When one PATH "
          + "is refused, all are.",
      ]
    case .doctor:
      [
        "Shows this system's limits for inotify and how much of them is in use, the file system of each PATH (the "
          + "user's cache directory when there is none), whether events work there, and how to raise what is short."
      ]
    case .help: ["Explains a command, or the whole tool."]
    case .completions, .manual: []
    }
  }
}
