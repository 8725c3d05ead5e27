#include "CSystem.h"

#include <sys/resource.h>

// Swift has no thread-local variables.
static _Thread_local bool has_own_directory;

bool csystem_has_own_directory(void) { return has_own_directory; }
void csystem_set_own_directory(void) { has_own_directory = true; }

long csystem_voluntary_switches(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : 0;
}
