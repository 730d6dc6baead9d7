/// Requests to two tools of valgrind: callgrind, and the counter of this project, PhaseCounter.c.
///
/// Outside valgrind each request is a handful of instructions without effect. Built without valgrind's headers they do
/// nothing, and keystroke_valgrind_is_compiled_in returns false.
///
/// The requests are real functions, not inlined: so the cost of a request is the same at every call, and can be
/// measured and subtracted.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Returns true if valgrind's headers were present at build time.
bool keystroke_valgrind_is_compiled_in(void);

/// Returns true if this process runs under any tool of valgrind.
bool keystroke_valgrind_is_there(void);

/// Makes callgrind observe this process from now on, if it does not already.
void keystroke_callgrind_start(void);

/// Sets all costs to 0.
void keystroke_callgrind_zero(void);

/// Starts collecting costs, or stops it.
void keystroke_callgrind_toggle(void);

/// Writes the costs since the last request of this kind, named, and sets them to 0.
void keystroke_callgrind_dump(const char *name);

/// The requests to the counter; PhaseCounter.c is compiled with these numbers.
enum {
  /// Returns the number of figures of an account.
  KEYSTROKE_COUNT_WIDTH = 'K' << 24 | 'S' << 16,
  /// Sets all accounts to 0.
  KEYSTROKE_COUNT_RESET,
  /// Counts all further instructions for an account.
  KEYSTROKE_COUNT_SWITCH,
  /// Copies the figures of an account.
  KEYSTROKE_COUNT_READ,
};

/// The number of accounts; account 0 is for instructions that are not counted.
enum { KEYSTROKE_COUNT_ACCOUNTS = 16 };

/// Returns the number of figures that the counter has for each account; 0 if this process does not run under it.
uint64_t keystroke_count_width(void);

/// Sets all accounts to 0.
void keystroke_count_reset(void);

/// Counts all further instructions of this thread for an account.
void keystroke_count_switch(uint64_t account);

/// Copies the figures of an account, as many as keystroke_count_width returns.
void keystroke_count_read(uint64_t account, uint64_t *counts);

/// The number of instructions that keystroke_valgrind_known_work executes, apart from call and return.
enum { KEYSTROKE_VALGRIND_KNOWN_INSTRUCTIONS = 1000 };

/// Does work of known cost, which proves that instructions are counted correctly.
void keystroke_valgrind_known_work(void);

#ifdef __cplusplus
}
#endif
