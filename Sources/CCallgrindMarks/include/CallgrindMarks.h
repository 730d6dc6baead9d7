/// Requests to callgrind, the tool of valgrind that counts instructions.
///
/// Outside valgrind each is a handful of instructions without effect. Built without valgrind's
/// headers all of them do nothing, and keystroke_callgrind_is_compiled_in says so.
///
/// The requests are real functions, not inlined: what one costs is then the same wherever it is
/// called, so that it can be measured and taken off.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether valgrind's headers were there when this was built.
bool keystroke_callgrind_is_compiled_in(void);

/// Whether this process runs under valgrind, whichever tool it is.
bool keystroke_callgrind_is_under_valgrind(void);

/// Has callgrind look at this process from now on, if it does not already.
void keystroke_callgrind_start(void);

/// Sets all costs to 0.
void keystroke_callgrind_zero(void);

/// Starts collecting costs, or stops it.
void keystroke_callgrind_toggle(void);

/// Writes the costs since the last request of this kind, named, and sets them to 0.
void keystroke_callgrind_dump(const char *name);

/// How many instructions keystroke_callgrind_known_work executes beside call and return.
enum { KEYSTROKE_CALLGRIND_KNOWN_INSTRUCTIONS = 1000 };

/// A body of known cost: proves that instructions are counted, and counted rightly.
void keystroke_callgrind_known_work(void);

#ifdef __cplusplus
}
#endif
