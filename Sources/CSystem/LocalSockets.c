#define _GNU_SOURCE
#include "LocalSockets.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

int csystem_local_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

static int address_of(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  return 0;
}

int csystem_local_bind(int fd, const char *path) {
  struct sockaddr_un address;
  if (address_of(path, &address) != 0) return -1;
  return bind(fd, (struct sockaddr *)&address, sizeof address);
}

int csystem_local_connect(int fd, const char *path) {
  struct sockaddr_un address;
  if (address_of(path, &address) != 0) return -1;
  return connect(fd, (struct sockaddr *)&address, sizeof address);
}

int csystem_local_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC); }

int csystem_local_peer(int fd, uint32_t *user, int32_t *process) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
  *user = credentials.uid;
  *process = credentials.pid;
  return 0;
}

// How long one call may wait for the other side; 0 is for ever.
int csystem_local_timeouts(int fd, int64_t microseconds) {
  struct timeval time = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
  if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) != 0) return -1;
  return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}
