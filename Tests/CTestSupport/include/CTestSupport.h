// The calls that tests need and that Swift's Glibc module hides, because it is built without _GNU_SOURCE.
// The system's headers stay out of here: with _GNU_SOURCE they would clash with those that Swift has seen.
#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <stddef.h>
#include <stdint.h>

extern const int32_t ctest_O_DIRECT, ctest_O_TMPFILE, ctest_O_PATH, ctest_AT_EMPTY_PATH;
extern const uint32_t ctest_RENAME_EXCHANGE, ctest_RENAME_NOREPLACE;
extern const int32_t ctest_FALLOC_KEEP_SIZE, ctest_FALLOC_PUNCH_HOLE, ctest_FALLOC_COLLAPSE_RANGE,
    ctest_FALLOC_ZERO_RANGE, ctest_FALLOC_INSERT_RANGE;

// A standard stream of a child: a descriptor to take, or one of these.
static const int32_t ctest_stream_null = -1, ctest_stream_closed = -2;

// Starts a program found in PATH. Answers 0 or an errno.
int32_t ctest_spawn(int32_t *child, const char *program, char *const *arguments, char *const *environment,
                    const char *directory, const int32_t *streams);

// Waits until an own child has ended, and leaves it to be reaped: 1 when it has, 0 when the time passed first, -1 with errno.
int32_t ctest_wait_ended(int32_t child, int32_t milliseconds);

// Waits for an own child and forgets it. The answer is its exit status, or the signal's number as a negative one.
int32_t ctest_reap(int32_t child);

// 1 when there is something to read or the writer is gone, 0 when the time passed first, -1 with errno.
int32_t ctest_wait_readable(int32_t descriptor, int32_t milliseconds);

int32_t ctest_memory_file(const char *name);

// A pipe whose ends are closed on exec.
int32_t ctest_pipe(int32_t *ends);

// `openat` with a mode: Swift cannot pass it.
int32_t ctest_open(int32_t directory, const char *name, int32_t flags, uint32_t mode);

int32_t ctest_renameat2(int32_t from, const char *name, int32_t to, const char *newName, uint32_t flags);
int32_t ctest_fallocate(int32_t descriptor, int32_t mode, int64_t offset, int64_t length);
int32_t ctest_fsetxattr(int32_t descriptor, const char *name, const void *value, size_t size);
int32_t ctest_fremovexattr(int32_t descriptor, const char *name);

// Gives a descriptor without a name the name that is asked for.
int32_t ctest_link_descriptor(int32_t descriptor, int32_t directory, const char *name);

// One write by Linux AIO (io_submit), waited for. Answers the bytes written, or -1 with errno.
ptrdiff_t ctest_aio_write(int32_t descriptor, const void *bytes, size_t count, int64_t offset);

// Stores one byte at the start of each 4 KiB of a range through a shared mapping made for that. -1 with errno.
int32_t ctest_store_through_mapping(int32_t descriptor, int64_t offset, size_t count);

// Ways to fill a file. They answer the bytes moved, or -1 with errno.
ptrdiff_t ctest_splice(int32_t pipe, int32_t target, size_t count);
ptrdiff_t ctest_sendfile(int32_t target, int32_t source, size_t count);
ptrdiff_t ctest_copy_range(int32_t source, int32_t target, size_t count);

// One request by io_uring, waited for. -1 with errno.
ptrdiff_t ctest_ring_write(int32_t descriptor, const void *bytes, size_t count, int64_t offset);
ptrdiff_t ctest_ring_allocate(int32_t descriptor, int64_t offset, int64_t length);

// Has two files share their blocks: the whole of one, or what is equal at the start. -1 with errno.
int32_t ctest_clone(int32_t target, int32_t source);
int64_t ctest_deduplicate(int32_t source, int32_t target, uint64_t length);

// Shows a file as a block device until the answered descriptor, and whoever else has the device open, closes it.
int32_t ctest_attach_loop(int32_t backing);
int32_t ctest_discard(int32_t device, uint64_t offset, uint64_t length);

// Makes an XFS give back now what it has set aside for growing files, as it does by itself minutes later. -1 with errno.
int32_t ctest_trim_preallocation(int32_t descriptor);

// Adversaries: processes of another user, each of which does one thing again and again until it is killed. They have
// done it once when the call returns. -1 with errno.

// Exchanges a directory and a symbolic link to the target; what was deleted meanwhile is made again.
int32_t ctest_start_exchanging(uint32_t user, const char *directory, const char *link, const char *target);
// Moves a directory away and back.
int32_t ctest_start_moving(uint32_t user, const char *inside, const char *outside);
// Makes files and directories in a directory.
int32_t ctest_start_filling(uint32_t user, const char *directory);

// What a process does to itself; -1 with errno. Only for processes that have nothing else to do.

// Becomes another user, for good.
int32_t ctest_become_user(uint32_t user);
// Hides /proc from the calling thread, and shows it again.
int32_t ctest_cover_proc(void);
int32_t ctest_uncover_proc(void);
// The calling thread's own working directory, and its own `/`.
int32_t ctest_unshare_directories(void);
// No descriptor from this number on.
int32_t ctest_limit_descriptors(uint64_t count);
int32_t ctest_limit_memory(uint64_t bytes);

#endif
