internal import CSystem

/// The memory that the process has from the kernel.
package enum ProcessMemory {
  /// Gives back what was freed, in all threads' heaps: takes milliseconds, so only after much was freed at once.
  package static func returnFreed() { csystem_trim_heap() }
}
