#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/falloc.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

const int32_t ctest_O_TMPFILE = O_TMPFILE, ctest_O_PATH = O_PATH, ctest_AT_EMPTY_PATH = AT_EMPTY_PATH;
const uint32_t ctest_RENAME_EXCHANGE = RENAME_EXCHANGE, ctest_RENAME_NOREPLACE = RENAME_NOREPLACE;
const int32_t ctest_FALLOC_KEEP_SIZE = FALLOC_FL_KEEP_SIZE, ctest_FALLOC_PUNCH_HOLE = FALLOC_FL_PUNCH_HOLE,
              ctest_FALLOC_COLLAPSE_RANGE = FALLOC_FL_COLLAPSE_RANGE, ctest_FALLOC_ZERO_RANGE = FALLOC_FL_ZERO_RANGE,
              ctest_FALLOC_INSERT_RANGE = FALLOC_FL_INSERT_RANGE;

int32_t ctest_renameat2(int32_t from, const char *name, int32_t to, const char *newName, uint32_t flags) {
  return renameat2(from, name, to, newName, flags);
}

int32_t ctest_fallocate(int32_t descriptor, int32_t mode, int64_t offset, int64_t length) {
  return fallocate(descriptor, mode, offset, length);
}

int32_t ctest_fsetxattr(int32_t descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}

int32_t ctest_fremovexattr(int32_t descriptor, const char *name) { return fremovexattr(descriptor, name); }

int32_t ctest_link_descriptor(int32_t descriptor, int32_t directory, const char *name) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW);
}

ptrdiff_t ctest_aio_write(int32_t descriptor, const void *bytes, size_t count, int64_t offset) {
  aio_context_t context = 0;
  if (syscall(SYS_io_setup, 1, &context) == -1) return -1;
  struct iocb request = {
      .aio_lio_opcode = IOCB_CMD_PWRITE,
      .aio_fildes = (uint32_t)descriptor,
      .aio_buf = (uintptr_t)bytes,
      .aio_nbytes = count,
      .aio_offset = offset,
  };
  struct iocb *requests[1] = {&request};
  struct io_event event = {0};
  ssize_t result = -1;
  int reason = 0;
  if (syscall(SYS_io_submit, context, 1, requests) == 1 && syscall(SYS_io_getevents, context, 1, 1, &event, NULL) == 1) {
    result = (ssize_t)event.res;
    if (result < 0) reason = (int)-result;
  } else {
    reason = errno;
  }
  syscall(SYS_io_destroy, context);
  if (reason != 0) {
    errno = reason;
    return -1;
  }
  return result;
}

int32_t ctest_store_through_mapping(int32_t descriptor, int64_t offset, size_t count) {
  char *bytes = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset);
  if (bytes == MAP_FAILED) return -1;
  int reason = 0;
  for (size_t position = 0; position < count && reason == 0; position += 4096) {
    // Another process may cut the file meanwhile: the kernel's store then fails, where ours would end the process.
    if (getrandom(bytes + position, 1, 0) != 1) reason = errno;
  }
  munmap(bytes, count);
  errno = reason;
  return reason == 0 ? 0 : -1;
}

int32_t ctest_open(int32_t directory, const char *name, int32_t flags, uint32_t mode) {
  return openat(directory, name, flags, mode);
}

// As the kernel's fs/xfs/libxfs/xfs_fs.h has them: its package's headers are not worth a dependency.
struct xfs_fs_eofblocks {
  uint32_t version, flags, user, group, project, padding;
  uint64_t smallest_file;
  uint64_t reserved[12];
};

int32_t ctest_trim_preallocation(int32_t descriptor) {
  struct xfs_fs_eofblocks request = {.version = 1, .flags = 1 /* wait for what is locked */};
  return ioctl(descriptor, _IOR('X', 58, struct xfs_fs_eofblocks), &request);
}
