#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // syscall
#endif

#include "include/PerfEvents.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int keystroke_perf_open(enum keystroke_perf_event event) {
  struct perf_event_attr attributes = {
      .size = sizeof attributes,
      .exclude_kernel = 1,
      .exclude_hv = 1,
  };
  switch (event) {
    case KEYSTROKE_PERF_INSTRUCTIONS:
      attributes.type = PERF_TYPE_HARDWARE;
      attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
      break;
    case KEYSTROKE_PERF_PAGE_FAULTS:
      attributes.type = PERF_TYPE_SOFTWARE;
      attributes.config = PERF_COUNT_SW_PAGE_FAULTS;
      break;
  }
  return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

bool keystroke_perf_read(int descriptor, uint64_t *count) {
  return read(descriptor, count, sizeof *count) == (ssize_t)sizeof *count;
}
