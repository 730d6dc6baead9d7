// The counters of each thread, and the functions that add to them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Attributes.h"
#include "include/AllocatorShim.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The counters of one thread, on a separate cache line.
struct keystroke_slot {
  /// Written only by the owning thread, read by any.
  uint64_t counters[KEYSTROKE_SHIM_COUNTERS];

  /// The recorder of the thread's sites, or NULL.
  struct keystroke_recorder *recorder;
  /// The tag of the thread's sites.
  uint32_t tag;
  /// The thread's stack; 0 bytes until it is looked up.
  uintptr_t stack_low;
  size_t stack_bytes;

  /// The slot created before this one. Slots are never unmapped, so this list only grows.
  struct keystroke_slot *previous;
  /// The next free slot.
  struct keystroke_slot *next_free;
} __attribute__((aligned(64)));

_Static_assert(
    sizeof(uint64_t[KEYSTROKE_SHIM_COUNTERS]) == 64, "a thread's counters fill one cache line");

// A preloaded library's thread-locals fit the block every thread starts with. Any other model
// calls __tls_get_addr, which may allocate.
KEYSTROKE_HIDDEN extern __thread struct keystroke_slot *keystroke_own_slot
    __attribute__((tls_model("initial-exec")));

/// The additional work of calls of the malloc family.
enum keystroke_mode {
  KEYSTROKE_IDLE = 0,
  KEYSTROKE_COUNTING = 1,
  /// Counting, while some thread records its sites.
  KEYSTROKE_RECORDING = 2
};

KEYSTROKE_HIDDEN extern uint32_t keystroke_current_mode;

/// Takes a slot for the calling thread; returns NULL if the thread has already given its slot back,
/// or there is no memory.
KEYSTROKE_HIDDEN struct keystroke_slot *keystroke_slot_take(void);

// For threads without a slot: take one; if that fails, count with the threads that have exited.
KEYSTROKE_HIDDEN void keystroke_allocated_slowly(size_t requested, size_t usable);
KEYSTROKE_HIDDEN void keystroke_freed_slowly(size_t usable);
KEYSTROKE_HIDDEN void keystroke_reallocated_slowly(size_t requested, size_t from, size_t to);

/// The only lock. Nothing allocates while it is held, so there is no lock order with jemalloc's locks.
KEYSTROKE_HIDDEN void keystroke_acquire_lock(void);
KEYSTROKE_HIDDEN void keystroke_release_lock(void);

/// The callbacks of a follower of the threads that own slots. All are called with the lock held.
struct keystroke_followers {
  /// True if any thread records.
  bool (*at_work)(void);
  /// Forgets all live blocks, because frees were missed.
  void (*forget_blocks)(void);
  /// Takes the recorder from a thread, if it has one.
  void (*detach)(struct keystroke_slot *slot);
  /// Called in a forked child, in which only the thread of `survivor` continues.
  void (*after_fork)(struct keystroke_slot *survivor);
};

/// Sets the callbacks for the slots. Until then there are none.
KEYSTROKE_HIDDEN void keystroke_follow_slots(const struct keystroke_followers *followers);

/// Updates the mode; to be called, with the lock held, after a change that the mode depends on.
KEYSTROKE_HIDDEN void keystroke_update_mode(void);

static inline uint32_t keystroke_mode(void) {
  return __atomic_load_n(&keystroke_current_mode, __ATOMIC_RELAXED);
}

static inline uint64_t keystroke_counter(const struct keystroke_slot *slot, int counter) {
  return __atomic_load_n(&slot->counters[counter], __ATOMIC_RELAXED);
}

/// Adds by a load and a store instead of a locked instruction, since only one thread writes.
static inline uint64_t keystroke_add(struct keystroke_slot *slot, int counter, uint64_t amount) {
  const uint64_t sum = keystroke_counter(slot, counter) + amount;
  __atomic_store_n(&slot->counters[counter], sum, __ATOMIC_RELAXED);
  return sum;
}

static inline void keystroke_grow(struct keystroke_slot *slot, uint64_t bytes) {
  const uint64_t live = keystroke_add(slot, KEYSTROKE_SHIM_LIVE_BYTES, bytes);
  if ((int64_t)live > (int64_t)keystroke_counter(slot, KEYSTROKE_SHIM_PEAK_LIVE_BYTES)) {
    __atomic_store_n(
        &slot->counters[KEYSTROKE_SHIM_PEAK_LIVE_BYTES], live, __ATOMIC_RELAXED);
  }
}

static inline void keystroke_slot_allocated(
    struct keystroke_slot *slot, size_t requested, size_t usable) {
  keystroke_add(slot, KEYSTROKE_SHIM_ALLOCATIONS, 1);
  keystroke_add(slot, KEYSTROKE_SHIM_REQUESTED_BYTES, requested);
  keystroke_add(slot, KEYSTROKE_SHIM_USABLE_BYTES, usable);
  keystroke_grow(slot, usable);
}

static inline void keystroke_slot_freed(struct keystroke_slot *slot, size_t usable) {
  keystroke_add(slot, KEYSTROKE_SHIM_FREES, 1);
  keystroke_add(slot, KEYSTROKE_SHIM_FREED_USABLE_BYTES, usable);
  keystroke_add(slot, KEYSTROKE_SHIM_LIVE_BYTES, -(uint64_t)usable);
}

static inline void keystroke_slot_reallocated(
    struct keystroke_slot *slot, size_t requested, size_t from, size_t to) {
  keystroke_add(slot, KEYSTROKE_SHIM_REALLOCS, 1);
  keystroke_add(slot, KEYSTROKE_SHIM_REQUESTED_BYTES, requested);
  keystroke_add(slot, KEYSTROKE_SHIM_USABLE_BYTES, to);
  keystroke_add(slot, KEYSTROKE_SHIM_FREED_USABLE_BYTES, from);
  keystroke_grow(slot, (uint64_t)to - (uint64_t)from);
}

static inline void keystroke_allocated(size_t requested, size_t usable) {
  struct keystroke_slot *const slot = keystroke_own_slot;
  if (KEYSTROKE_LIKELY(slot != NULL)) {
    keystroke_slot_allocated(slot, requested, usable);
  } else {
    keystroke_allocated_slowly(requested, usable);
  }
}

static inline void keystroke_freed(size_t usable) {
  struct keystroke_slot *const slot = keystroke_own_slot;
  if (KEYSTROKE_LIKELY(slot != NULL)) {
    keystroke_slot_freed(slot, usable);
  } else {
    keystroke_freed_slowly(usable);
  }
}

static inline void keystroke_reallocated(size_t requested, size_t from, size_t to) {
  struct keystroke_slot *const slot = keystroke_own_slot;
  if (KEYSTROKE_LIKELY(slot != NULL)) {
    keystroke_slot_reallocated(slot, requested, from, to);
  } else {
    keystroke_reallocated_slowly(requested, from, to);
  }
}

#ifdef __cplusplus
}
#endif
