// The kernel calls and constants that Swift's Glibc module hides because it is built without _GNU_SOURCE.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

// What the clearer has to know of an entry: the fields of a `struct statx` without the padding.
struct csystem_time {
  int64_t seconds;
  uint32_t nanoseconds;
};

struct csystem_details {
  uint64_t device, inode, size, blocks;
  struct csystem_time accessed, modified, changed, born;
  uint32_t mode, links, owner;
  bool has_born, is_mount_root, is_immutable, is_append_only;
};

static inline struct csystem_time csystem_pack_time(struct statx_timestamp t) {
  return (struct csystem_time){.seconds = t.tv_sec, .nanoseconds = t.tv_nsec};
}

// A symbolic link is not followed, and nothing is mounted by asking.
static inline int csystem_statx(int fd, const char *name, int flags, struct csystem_details *out) {
  struct statx s;
  int result = statx(fd, name, flags | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_BASIC_STATS | STATX_BTIME, &s);
  if (result != 0) return result;
  out->device = gnu_dev_makedev(s.stx_dev_major, s.stx_dev_minor);
  out->inode = s.stx_ino;
  out->size = s.stx_size;
  out->blocks = s.stx_blocks;
  out->accessed = csystem_pack_time(s.stx_atime);
  out->modified = csystem_pack_time(s.stx_mtime);
  out->changed = csystem_pack_time(s.stx_ctime);
  out->born = csystem_pack_time(s.stx_btime);
  out->mode = s.stx_mode;
  out->links = s.stx_nlink;
  out->owner = s.stx_uid;
  out->has_born = (s.stx_mask & STATX_BTIME) != 0;
  out->is_mount_root = (s.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  out->is_immutable = (s.stx_attributes & STATX_ATTR_IMMUTABLE) != 0;
  out->is_append_only = (s.stx_attributes & STATX_ATTR_APPEND) != 0;
  return 0;
}

// Opens what lies below a directory: no symbolic link is followed on the way, no mount entered (nor a bind mount of the
// same file system), and `..` leads nowhere. The C library has no wrapper.
static inline int csystem_open_beneath(int fd, const char *path, int flags) {
  struct open_how how = {
      .flags = (uint64_t)(flags | O_CLOEXEC),
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
  };
  return (int)syscall(SYS_openat2, fd, path, &how, sizeof how);
}

static inline int csystem_rename_without_replacing(int from, const char *name, int to, const char *new_name) {
  return renameat2(from, name, to, new_name, RENAME_NOREPLACE);
}

// Takes a lock and gives it back at once: whether another program holds one.
static inline int csystem_try_lock(int fd) {
  int result = flock(fd, LOCK_EX | LOCK_NB);
  if (result == 0) flock(fd, LOCK_UN);
  return result;
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

// How often the calling thread gave up the processor because it had to wait.
long csystem_voluntary_switches(void);

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
