#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>

int32_t ctest_clone(int32_t target, int32_t source) { return ioctl(target, FICLONE, source); }

int64_t ctest_deduplicate(int32_t source, int32_t target, uint64_t length) {
  union {
    struct file_dedupe_range range;
    char room[sizeof(struct file_dedupe_range) + sizeof(struct file_dedupe_range_info)];
  } request;
  memset(&request, 0, sizeof request);
  request.range.src_length = length;
  request.range.dest_count = 1;
  request.range.info[0].dest_fd = target;
  if (ioctl(source, FIDEDUPERANGE, &request.range) == -1) return -1;
  if (request.range.info[0].status < 0) {
    errno = -request.range.info[0].status;
    return -1;
  }
  return (int64_t)request.range.info[0].bytes_deduped;
}
