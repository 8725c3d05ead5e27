#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// What one round of an adversary does. Answers whether it worked.
typedef int (*attack)(const char *first, const char *second, const char *third);

static int exchange(const char *directory, const char *link, const char *target) {
  if (renameat2(AT_FDCWD, directory, AT_FDCWD, link, RENAME_EXCHANGE) == 0) return 1;
  // One was deleted: whichever name is free gets what lures.
  if (mkdir(directory, 0755) != 0 && symlink(target, link) != 0) usleep(1);
  return 0;
}

static int move(const char *inside, const char *outside, const char *unused) {
  (void)unused;
  int worked = renameat2(AT_FDCWD, inside, AT_FDCWD, outside, RENAME_NOREPLACE) == 0;
  return renameat2(AT_FDCWD, outside, AT_FDCWD, inside, RENAME_NOREPLACE) == 0 || worked;
}

static int fill(const char *directory, const char *unused, const char *also_unused) {
  (void)unused, (void)also_unused;
  // As many names as a deleter cannot be done with between two of them, but no more: they take memory.
  enum { names = 1000 };
  static unsigned count;
  unsigned number = count++ % names;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s%u", directory, number % 8 == 0 ? "d" : "f", number);
  int worked = number % 8 == 0 ? mkdir(path, 0755) : open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
  if (worked > 2) close(worked);
  return worked >= 0;
}

static _Noreturn void run(uint32_t user, int ready, attack round, const char *a, const char *b, const char *c) {
  // The forked copy holds pipes of other tests.
  dup2(ready, 3);
  close_range(4, ~0u, 0);
  // The change of user forgets the wish to die with the parent, so it comes first.
  if (setresgid(user, user, user) != 0 || setresuid(user, user, user) != 0) _exit(1);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (!round(a, b, c)) continue;
  if (write(3, "", 1) != 1) _exit(1);
  for (;;) round(a, b, c);
}

static int32_t start(uint32_t user, attack round, const char *a, const char *b, const char *c) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t child = fork();
  if (child == 0) run(user, ends[1], round, a, b, c);
  close(ends[1]);
  // It has begun when it did its work once.
  char byte;
  if (child > 0 && read(ends[0], &byte, 1) != 1) {
    waitpid(child, NULL, 0);
    errno = ECHILD;
    child = -1;
  }
  close(ends[0]);
  return child;
}

int32_t ctest_start_exchanging(uint32_t user, const char *directory, const char *link, const char *target) {
  return start(user, exchange, directory, link, target);
}

int32_t ctest_start_moving(uint32_t user, const char *inside, const char *outside) {
  return start(user, move, inside, outside, NULL);
}

int32_t ctest_start_filling(uint32_t user, const char *directory) { return start(user, fill, directory, NULL, NULL); }
