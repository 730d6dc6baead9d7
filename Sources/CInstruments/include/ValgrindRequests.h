/// Requests to two tools of valgrind: callgrind, and the counter of this project, PhaseCounter.c.
///
/// Outside valgrind each is a handful of instructions without effect. Built without valgrind's
/// headers all of them do nothing, and keystroke_valgrind_is_compiled_in says so.
///
/// The requests are real functions, not inlined: what one costs is then the same wherever it is
/// called, so that it can be measured and taken off.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether valgrind's headers were there when this was built.
bool keystroke_valgrind_is_compiled_in(void);

/// Whether this process runs under valgrind, whichever tool it is.
bool keystroke_valgrind_is_there(void);

/// Has callgrind look at this process from now on, if it does not already.
void keystroke_callgrind_start(void);

/// Sets all costs to 0.
void keystroke_callgrind_zero(void);

/// Starts collecting costs, or stops it.
void keystroke_callgrind_toggle(void);

/// Writes the costs since the last request of this kind, named, and sets them to 0.
void keystroke_callgrind_dump(const char *name);

/// What the counter is asked for; PhaseCounter.c is compiled with these numbers.
enum {
  /// How many numbers an account has.
  KEYSTROKE_COUNT_WIDTH = 'K' << 24 | 'S' << 16,
  /// Sets all accounts to 0.
  KEYSTROKE_COUNT_RESET,
  /// Books what comes next to an account.
  KEYSTROKE_COUNT_SWITCH,
  /// Copies the numbers of an account.
  KEYSTROKE_COUNT_READ,
};

/// How many accounts there are; 0 is for what is not to be counted.
enum { KEYSTROKE_COUNT_ACCOUNTS = 16 };

/// How many numbers the counter has for each account; 0 where this process does not run under it.
uint64_t keystroke_count_width(void);

/// Sets all accounts to 0.
void keystroke_count_reset(void);

/// Books all that this thread executes from now on to an account.
void keystroke_count_switch(uint64_t account);

/// Copies the numbers of an account, as many as keystroke_count_width says.
void keystroke_count_read(uint64_t account, uint64_t *counts);

/// How many instructions keystroke_valgrind_known_work executes beside call and return.
enum { KEYSTROKE_VALGRIND_KNOWN_INSTRUCTIONS = 1000 };

/// A body of known cost: proves that instructions are counted, and counted rightly.
void keystroke_valgrind_known_work(void);

#ifdef __cplusplus
}
#endif
