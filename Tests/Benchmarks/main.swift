import Glibc

// Blocking work from one thread: the trackers bring their own.
exit(Benchmarks.run(Array(CommandLine.arguments.dropFirst())))
