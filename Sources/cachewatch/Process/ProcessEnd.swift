internal import CTerminalTools
internal import Glibc

/// How the process ends.
enum ProcessEnd {
  /// Ends at once. Everything is written by then, and other threads may be in the middle of something that handlers
  /// of `exit` would pull from under them.
  static func exit(_ status: ExitStatus) -> Never {
    _exit(status.rawValue)
  }

  /// Ends with this status when the user presses Ctrl-C, whatever the process is waiting for.
  static func onInterrupt(_ status: ExitStatus) {
    cterminal_exit_on_interrupt(status.rawValue)
  }
}
