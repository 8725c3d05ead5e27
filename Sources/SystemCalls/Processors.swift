internal import Glibc

/// How many processors the machine has on line.
package func processorCount() -> Int {
  sysconf(Int32(_SC_NPROCESSORS_ONLN))
}
