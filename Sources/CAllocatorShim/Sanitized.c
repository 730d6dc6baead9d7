// The interface where a sanitizer owns the heap: it is there, and it says that it does not count.

#include "Attributes.h"
#include "include/AllocatorShim.h"

#if KEYSTROKE_SANITIZED

static const uint64_t nothing[KEYSTROKE_SHIM_COUNTERS];

uint32_t keystroke_shim_abi_version(void) { return 0; }

const uint64_t *keystroke_shim_thread_counters(void) { return nothing; }

void keystroke_shim_process_counters(uint64_t out[KEYSTROKE_SHIM_COUNTERS]) {
  for (int i = 0; i < KEYSTROKE_SHIM_COUNTERS; i++) out[i] = 0;
}

void keystroke_shim_reset_peak(void) {}

bool keystroke_shim_set_counting(bool on) {
  (void)on;
  return false;
}

const char *keystroke_shim_allocator_version(void) { return ""; }

#endif
