// The kernel calls and constants that Swift's Glibc module hides because it is built without _GNU_SOURCE.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

static const int csystem_O_PATH = O_PATH;
static const int csystem_O_NOATIME = O_NOATIME;
static const int csystem_AT_EMPTY_PATH = AT_EMPTY_PATH;

// One directory's next entries, as the kernel lays them out: 0 at the end, -1 with errno.
static inline ssize_t csystem_getdents(int fd, void *buffer, size_t size) {
  return getdents64(fd, buffer, size);
}

// The fields of a `struct stat` that the tree needs, without the padding and the macros.
struct csystem_status {
  uint64_t device, inode;
  int64_t size, blocks;
  int64_t accessed, modified, changed;
  uint32_t mode, links, owner;
};

static inline void csystem_pack(const struct stat *s, struct csystem_status *out) {
  out->device = s->st_dev;
  out->inode = s->st_ino;
  out->size = s->st_size;
  out->blocks = s->st_blocks;
  out->accessed = s->st_atim.tv_sec;
  out->modified = s->st_mtim.tv_sec;
  out->changed = s->st_ctim.tv_sec;
  out->mode = s->st_mode;
  out->links = (uint32_t)s->st_nlink;
  out->owner = s->st_uid;
}

static inline int csystem_fstatat(int fd, const char *name, int flags, struct csystem_status *out) {
  struct stat s;
  int result = fstatat(fd, name, &s, flags);
  if (result == 0) csystem_pack(&s, out);
  return result;
}

static inline int csystem_open(int fd, const char *path, int flags) {
  return openat(fd, path, flags | O_CLOEXEC);
}

// Gives the calling thread a working directory of its own.
static inline int csystem_unshare_working_directory(void) { return unshare(CLONE_FS); }

// The system may refuse files in memory that could be executed (vm.memfd_noexec); a kernel before 6.3 does not know
// the flag that says this one cannot.
static inline int csystem_memfd(const char *name) {
  const unsigned noexec_seal = 8;
  int fd = memfd_create(name, MFD_CLOEXEC | noexec_seal);
  return fd >= 0 || errno != EINVAL ? fd : memfd_create(name, MFD_CLOEXEC);
}

static inline int csystem_syncfs(int fd) { return syncfs(fd); }

static inline int64_t csystem_filesystem_magic(int fd) {
  struct statfs s;
  return fstatfs(fd, &s) == 0 ? (int64_t)(unsigned long)s.f_type : -1;
}

static inline uint32_t csystem_device_major(uint64_t device) { return gnu_dev_major(device); }
static inline uint32_t csystem_device_minor(uint64_t device) { return gnu_dev_minor(device); }

static inline void csystem_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

static inline void csystem_trim_heap(void) { malloc_trim(0); }

static inline void csystem_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Takes a mutex, and spins for some microseconds before it sleeps: what is done with it held takes less time than going
// to sleep and being woken. The library's own adaptive kind gives up too early for that.
static inline void csystem_lock(pthread_mutex_t *mutex) {
  for (unsigned pauses = 1; pauses <= 256; pauses *= 2) {
    if (pthread_mutex_trylock(mutex) == 0) return;
    for (unsigned i = 0; i < pauses; i++) csystem_pause();
  }
  pthread_mutex_lock(mutex);
}

// Whether the calling thread has a working directory of its own.
bool csystem_has_own_directory(void);
void csystem_set_own_directory(void);

#include "LocalSockets.h"

#endif
