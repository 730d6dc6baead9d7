// The allocation sites of a thread, and the functions that add to them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Attributes.h"
#include "Slots.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The record of a thread's sites. It outlives the thread, and is used again for the next one.
struct keystroke_recorder;

// Functions for the entry points, in the mode KEYSTROKE_RECORDING. `frame` is the frame pointer of a function of the
// shim; the frames of the shim's own functions are left out.

/// Records an allocation, if the calling thread records.
KEYSTROKE_HIDDEN void keystroke_record_allocated(
    const void *pointer, size_t requested, size_t usable, const void *frame);

/// Records that a block is about to be freed, by any thread.
KEYSTROKE_HIDDEN void keystroke_record_freed(const void *pointer);

/// The site of a block whose size is about to change.
struct keystroke_origin {
  uint32_t site;
  uint64_t bytes;
  bool is_known;
};

/// Removes a block that may move; another thread may get its memory as soon as it does.
KEYSTROKE_HIDDEN struct keystroke_origin keystroke_record_before_realloc(const void *pointer);

/// Records a realloc that has succeeded.
KEYSTROKE_HIDDEN void keystroke_record_reallocated(
    struct keystroke_origin origin, const void *moved, size_t requested, size_t usable,
    const void *frame);

/// Undoes keystroke_record_before_realloc, since there was no memory.
KEYSTROKE_HIDDEN void keystroke_record_not_reallocated(
    struct keystroke_origin origin, const void *pointer);

#ifdef __cplusplus
}
#endif
