#include "CTerminalTools.h"

static int argument_count;
static char **arguments;

// glibc gives constructors what it gives main.
__attribute__((constructor)) static void keep_arguments(int count, char **values, char **environment) {
  (void)environment;
  argument_count = count;
  arguments = values;
}

const char *cterminal_argument(int32_t index) { return index < argument_count ? arguments[index] : 0; }
