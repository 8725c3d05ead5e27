import Testing

/// Everything that uses the real inotify: one after the other, because the kernel's limits are shared.
@Suite(.serialized) enum KernelSuite {}
