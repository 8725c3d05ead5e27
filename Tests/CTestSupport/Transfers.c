#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

const int32_t ctest_O_DIRECT = O_DIRECT;

ptrdiff_t ctest_splice(int32_t pipe, int32_t target, size_t count) {
  return splice(pipe, NULL, target, NULL, count, 0);
}

ptrdiff_t ctest_sendfile(int32_t target, int32_t source, size_t count) {
  off_t offset = 0;
  return sendfile(target, source, &offset, count);
}

ptrdiff_t ctest_copy_range(int32_t source, int32_t target, size_t count) {
  off_t from = 0, to = 0;
  return copy_file_range(source, &from, target, &to, count, 0);
}

// Hands one request to a ring made for it, and waits for its result.
static ptrdiff_t run_on_ring(int ring, const struct io_uring_params *params, const struct io_uring_sqe *request) {
  size_t queue_size = params->sq_off.array + params->sq_entries * sizeof(uint32_t);
  size_t answers_size = params->cq_off.cqes + params->cq_entries * sizeof(struct io_uring_cqe);
  size_t size = queue_size > answers_size ? queue_size : answers_size;
  size_t requests_size = params->sq_entries * sizeof(struct io_uring_sqe);
  // Kernels since 5.4 show both queues in one mapping.
  char *queues = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQ_RING);
  if (queues == MAP_FAILED) return -errno;
  struct io_uring_sqe *requests =
      mmap(NULL, requests_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQES);
  if (requests == MAP_FAILED) {
    int reason = errno;
    munmap(queues, size);
    return -reason;
  }
  requests[0] = *request;
  ((uint32_t *)(queues + params->sq_off.array))[0] = 0;
  __atomic_store_n((uint32_t *)(queues + params->sq_off.tail), 1, __ATOMIC_RELEASE);
  ptrdiff_t result = -EIO;
  if (syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) == 1) {
    if (__atomic_load_n((uint32_t *)(queues + params->cq_off.tail), __ATOMIC_ACQUIRE) == 1) {
      result = ((struct io_uring_cqe *)(queues + params->cq_off.cqes))[0].res;
    }
  } else {
    result = -errno;
  }
  munmap(requests, requests_size);
  munmap(queues, size);
  return result;
}

static ptrdiff_t run_alone(const struct io_uring_sqe *request) {
  struct io_uring_params params;
  memset(&params, 0, sizeof params);
  int ring = (int)syscall(SYS_io_uring_setup, 1, &params);
  if (ring == -1) return -1;
  ptrdiff_t result = run_on_ring(ring, &params, request);
  close(ring);
  if (result >= 0) return result;
  errno = (int)-result;
  return -1;
}

ptrdiff_t ctest_ring_write(int32_t descriptor, const void *bytes, size_t count, int64_t offset) {
  struct io_uring_sqe request = {.opcode = IORING_OP_WRITE, .fd = descriptor, .off = (uint64_t)offset};
  request.addr = (uintptr_t)bytes;
  request.len = (uint32_t)count;
  return run_alone(&request);
}

ptrdiff_t ctest_ring_allocate(int32_t descriptor, int64_t offset, int64_t length) {
  struct io_uring_sqe request = {.opcode = IORING_OP_FALLOCATE, .fd = descriptor, .off = (uint64_t)offset};
  request.addr = (uint64_t)length;
  return run_alone(&request);
}
