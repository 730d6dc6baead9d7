#include "include/CallgrindMarks.h"

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
#endif

bool keystroke_callgrind_is_compiled_in(void) { return KEYSTROKE_HAS_VALGRIND; }

bool keystroke_callgrind_is_under_valgrind(void) { return RUNNING_ON_VALGRIND != 0; }

void keystroke_callgrind_start(void) { CALLGRIND_START_INSTRUMENTATION; }

void keystroke_callgrind_zero(void) { CALLGRIND_ZERO_STATS; }

void keystroke_callgrind_toggle(void) { CALLGRIND_TOGGLE_COLLECT; }

void keystroke_callgrind_dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

// x86-64 and arm64 both call it nop, one instruction each.
_Static_assert(KEYSTROKE_CALLGRIND_KNOWN_INSTRUCTIONS == 1000, "as many as below");
__attribute__((noinline)) void keystroke_callgrind_known_work(void) {
  __asm__ volatile(
      ".rept 1000\n"
      "nop\n"
      ".endr\n");
}
