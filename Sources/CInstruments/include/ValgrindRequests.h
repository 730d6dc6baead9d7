/// Requests to two tools of valgrind: callgrind, and the counter of this project, PhaseCounter.c.
///
/// Outside valgrind each is a few instructions without effect. If built without valgrind's headers,
/// all of them do nothing, and keystroke_valgrind_is_compiled_in returns false.
///
/// The requests are real functions, not inlined, so that each costs the same at every call and its
/// cost can be measured and subtracted.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// True if this was built with valgrind's headers.
bool keystroke_valgrind_is_compiled_in(void);

/// True if this process runs under any tool of valgrind.
bool keystroke_valgrind_is_there(void);

/// Starts callgrind's instrumentation of this process, if it is not on already.
void keystroke_callgrind_start(void);

/// Sets all costs to 0.
void keystroke_callgrind_zero(void);

/// Starts or stops collecting costs.
void keystroke_callgrind_toggle(void);

/// Writes the costs since the last request of this kind, named, and sets them to 0.
void keystroke_callgrind_dump(const char *name);

/// The requests to the counter; PhaseCounter.c is compiled with these numbers.
enum {
  /// Returns the number of counts of an account.
  KEYSTROKE_COUNT_WIDTH = 'K' << 24 | 'S' << 16,
  /// Sets all accounts to 0.
  KEYSTROKE_COUNT_RESET,
  /// Switches to an account, in which everything that follows is counted.
  KEYSTROKE_COUNT_SWITCH,
  /// Copies the counts of an account.
  KEYSTROKE_COUNT_READ,
  /// Writes the names of the program's functions that were executed since the last reset to the file of `--functions`.
  KEYSTROKE_COUNT_FUNCTIONS,
};

/// The number of accounts; account 0 is for code that is not counted.
enum { KEYSTROKE_COUNT_ACCOUNTS = 16 };

/// The number of counts of each account; 0 if this process does not run under the counter.
uint64_t keystroke_count_width(void);

/// Sets all accounts to 0.
void keystroke_count_reset(void);

/// Counts everything that this thread executes from now on in an account.
void keystroke_count_switch(uint64_t account);

/// Copies the counts of an account, as many as keystroke_count_width returns.
void keystroke_count_read(uint64_t account, uint64_t *counts);

/// Writes the names of the program's functions that were executed since the last reset, if the counter was asked to.
void keystroke_count_functions(void);

/// The number of instructions that keystroke_valgrind_known_work executes, apart from call and return.
enum { KEYSTROKE_VALGRIND_KNOWN_INSTRUCTIONS = 1000 };

/// A body of known cost, which proves that instructions are counted correctly.
void keystroke_valgrind_known_work(void);

#ifdef __cplusplus
}
#endif
