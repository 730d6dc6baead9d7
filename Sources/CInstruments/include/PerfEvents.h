/// Linux's performance counters of the calling thread.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// A module that was compiled before this header existed is compiled again only if one of its own headers changed.
#include "Toolchain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The events that can be counted.
enum keystroke_perf_event {
  /// Instructions that the processor has retired.
  KEYSTROKE_PERF_INSTRUCTIONS = 0,
  /// Page faults, which the kernel counts itself, so they are available even if the processor counts
  /// nothing.
  KEYSTROKE_PERF_PAGE_FAULTS = 1,
};

/// Opens a counter of the calling thread, in user space only, and starts it.
///
/// Returns its descriptor, or -1 and errno, as in perf_event_open(2).
int keystroke_perf_open(enum keystroke_perf_event event);

/// Reads the counter; returns false, and sets errno, if it cannot be read.
bool keystroke_perf_read(int descriptor, uint64_t *count);

#ifdef __cplusplus
}
#endif
