#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int take_stream(posix_spawn_file_actions_t *actions, int stream, int source) {
  if (source == ctest_stream_closed) return posix_spawn_file_actions_addclose(actions, stream);
  if (source == ctest_stream_null) {
    return posix_spawn_file_actions_addopen(actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0);
  }
  return posix_spawn_file_actions_adddup2(actions, source, stream);
}

int32_t ctest_spawn(int32_t *child, const char *program, char *const *arguments, char *const *environment,
                    const char *directory, const int32_t *streams) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);

  // The child starts as from a shell: nothing blocked, nothing ignored, whatever the test runner does.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  int failure = 0;
  for (int stream = 0; stream < 3 && failure == 0; stream++) failure = take_stream(&actions, stream, streams[stream]);
  if (failure == 0) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (failure == 0 && directory != NULL) failure = posix_spawn_file_actions_addchdir_np(&actions, directory);
  if (failure == 0) failure = posix_spawnp(child, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int32_t ctest_wait_readable(int32_t descriptor, int32_t milliseconds) {
  struct pollfd poller = {.fd = descriptor, .events = POLLIN};
  int result;
  do {
    result = poll(&poller, 1, milliseconds);
  } while (result == -1 && errno == EINTR);
  return result;
}

int32_t ctest_wait_ended(int32_t child, int32_t milliseconds) {
  int handle = (int)syscall(SYS_pidfd_open, child, 0);
  if (handle == -1) return -1;
  int ready = ctest_wait_readable(handle, milliseconds);
  close(handle);
  return ready;
}

int32_t ctest_reap(int32_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int32_t ctest_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int32_t ctest_pipe(int32_t *ends) { return pipe2(ends, O_CLOEXEC); }
