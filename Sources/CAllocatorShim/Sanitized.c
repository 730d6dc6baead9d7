// The interface under a sanitizer, which owns the heap: the functions exist, and report that nothing is counted.

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

bool keystroke_shim_set_recording(bool on) {
  (void)on;
  return false;
}

uint32_t keystroke_shim_set_tag(uint32_t tag) {
  (void)tag;
  return 0;
}

void keystroke_shim_reset_sites(void) {}

bool keystroke_shim_next_site(
    uint64_t cursor[2], uint64_t out[KEYSTROKE_SHIM_SITE_FIGURES],
    uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH]) {
  (void)cursor;
  (void)frames;
  for (int i = 0; i < KEYSTROKE_SHIM_SITE_FIGURES; i++) out[i] = 0;
  return false;
}

void keystroke_shim_lost_sites(uint64_t out[KEYSTROKE_SHIM_LOSSES]) {
  for (int i = 0; i < KEYSTROKE_SHIM_LOSSES; i++) out[i] = 0;
}

const char *keystroke_shim_allocator_version(void) { return ""; }

#endif
