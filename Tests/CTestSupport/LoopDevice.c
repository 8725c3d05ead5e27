#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int attach(int device, int32_t backing) {
  struct loop_config config;
  memset(&config, 0, sizeof config);
  config.fd = (uint32_t)backing;
  config.info.lo_flags = LO_FLAGS_AUTOCLEAR;
  return ioctl(device, LOOP_CONFIGURE, &config);
}

int32_t ctest_attach_loop(int32_t backing) {
  int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
  if (control == -1) return -1;
  int device = -1;
  // Others attach devices too: what was free may be taken a moment later.
  for (int attempt = 0; attempt < 100; attempt++) {
    int number = ioctl(control, LOOP_CTL_GET_FREE);
    if (number == -1) break;
    char path[40];
    snprintf(path, sizeof path, "/dev/loop%d", number);
    device = open(path, O_RDWR | O_CLOEXEC);
    if (device == -1) break;
    if (attach(device, backing) == 0) break;
    int reason = errno;
    close(device);
    device = -1;
    errno = reason;
    if (reason != EBUSY) break;
  }
  int reason = errno;
  close(control);
  errno = reason;
  return device;
}

int32_t ctest_discard(int32_t device, uint64_t offset, uint64_t length) {
  uint64_t range[2] = {offset, length};
  return ioctl(device, BLKDISCARD, range);
}
