internal import CSystem

/// The memory that the process has from the kernel.
package enum ProcessMemory {
  /// Gives back what was freed, in all threads' heaps. Takes milliseconds, and holds up other threads' allocations.
  package static func returnFreed() { csystem_trim_heap() }
}
