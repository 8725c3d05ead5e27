// Unix-domain stream sockets by path, without the shapes of socket addresses: Swift's Glibc module has its own,
// smaller, definitions of what their headers declare.
#ifndef CSYSTEM_LOCAL_SOCKETS_H
#define CSYSTEM_LOCAL_SOCKETS_H

#include <stdint.h>

int csystem_local_socket(void);
int csystem_local_bind(int fd, const char *path);
int csystem_local_connect(int fd, const char *path);
int csystem_local_accept(int fd);
int csystem_local_peer(int fd, uint32_t *user, int32_t *process);
// How long one call may wait for the other side; 0 is for ever.
int csystem_local_timeouts(int fd, int64_t microseconds);

#endif
