#include "include/ValgrindRequests.h"

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define KEYSTROKE_HAS_VALGRIND 1
#endif
#endif

#ifndef KEYSTROKE_HAS_VALGRIND
#define KEYSTROKE_HAS_VALGRIND 0
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION ((void)0)
#define CALLGRIND_ZERO_STATS ((void)0)
#define CALLGRIND_TOGGLE_COLLECT ((void)0)
#define CALLGRIND_DUMP_STATS_AT(name) ((void)(name))
#define VALGRIND_DO_CLIENT_REQUEST_EXPR(outside, request, a, b, c, d, e) \
  ((void)(a), (void)(b), (outside))
#endif

bool keystroke_valgrind_is_compiled_in(void) { return KEYSTROKE_HAS_VALGRIND; }

bool keystroke_valgrind_is_there(void) { return RUNNING_ON_VALGRIND != 0; }

void keystroke_callgrind_start(void) { CALLGRIND_START_INSTRUMENTATION; }

void keystroke_callgrind_zero(void) { CALLGRIND_ZERO_STATS; }

void keystroke_callgrind_toggle(void) { CALLGRIND_TOGGLE_COLLECT; }

void keystroke_callgrind_dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

uint64_t keystroke_count_width(void) {
  return VALGRIND_DO_CLIENT_REQUEST_EXPR(0, KEYSTROKE_COUNT_WIDTH, 0, 0, 0, 0, 0);
}

void keystroke_count_reset(void) {
  (void)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, KEYSTROKE_COUNT_RESET, 0, 0, 0, 0, 0);
}

void keystroke_count_switch(uint64_t account) {
  (void)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, KEYSTROKE_COUNT_SWITCH, account, 0, 0, 0, 0);
}

void keystroke_count_read(uint64_t account, uint64_t *counts) {
  (void)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, KEYSTROKE_COUNT_READ, account, counts, 0, 0, 0);
}

void keystroke_count_functions(void) {
  (void)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, KEYSTROKE_COUNT_FUNCTIONS, 0, 0, 0, 0, 0);
}

// x86-64 and arm64 both name it nop, which is one instruction.
_Static_assert(KEYSTROKE_VALGRIND_KNOWN_INSTRUCTIONS == 1000, "as many as below");
__attribute__((noinline)) void keystroke_valgrind_known_work(void) {
  __asm__ volatile(
      ".rept 1000\n"
      "nop\n"
      ".endr\n");
}
