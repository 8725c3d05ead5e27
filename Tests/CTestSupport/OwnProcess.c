#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int32_t ctest_become_user(uint32_t user) {
  if (setresuid(user, user, user) != 0) return -1;
  // A process that changed its user may not look at itself in /proc otherwise.
  return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

int32_t ctest_cover_proc(void) {
  if (unshare(CLONE_NEWNS) != 0) return -1;
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -1;
  return mount("none", "/proc", "tmpfs", 0, NULL);
}

int32_t ctest_uncover_proc(void) { return umount("/proc"); }

int32_t ctest_unshare_directories(void) { return unshare(CLONE_FS); }

int32_t ctest_limit_memory(uint64_t bytes) {
  struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
  return setrlimit(RLIMIT_DATA, &limit);
}

int32_t ctest_limit_descriptors(uint64_t count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  if (count > limit.rlim_max) {
    errno = EPERM;
    return -1;
  }
  limit.rlim_cur = count;
  return setrlimit(RLIMIT_NOFILE, &limit);
}
