#include "CTerminalTools.h"

#include <stdlib.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

// glibc gives constructors what it gives main. This one runs before that of Swift's runtime, which gives up where it
// cannot find itself in /proc, unless it is told where to look: in a container without /proc, `size` has to work too.
__attribute__((constructor(101))) static void keep_arguments(int count, char **values, char **environment) {
  (void)environment;
  argument_count = count;
  arguments = values;
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}

const char *cterminal_argument(int32_t index) { return index < argument_count ? arguments[index] : 0; }
