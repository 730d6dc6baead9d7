#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // MAP_ANONYMOUS, pthread_getattr_np
#endif

#include "Recorder.h"

#if !KEYSTROKE_SANITIZED

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "Sites.h"

/// The list of recorders. They are never unmapped, so it only grows.
static struct keystroke_recorder *newest_recorder = NULL;

/// The number of recorders with a thread. Guarded by the lock, like everything that decides the mode.
static size_t recorders_with_thread = 0;

// MARK: Writing by one thread, which a handler may interrupt

/// Records the events that other threads have reported, under the lock.
static void attend(struct keystroke_recorder *recorder) {
  const uint32_t attention = __atomic_exchange_n(&recorder->attention, 0, __ATOMIC_ACQUIRE);
  if (attention & KEYSTROKE_FORGET_BLOCKS) keystroke_live_blocks_clear(&recorder->live);
  for (uint32_t i = 0; i < recorder->handed_count; i++) {
    keystroke_sites_freed(recorder, recorder->handed[i]);
  }
  recorder->handed_count = 0;
}

KEYSTROKE_APART static void attend_with_lock(struct keystroke_recorder *recorder) {
  keystroke_acquire_lock();
  attend(recorder);
  keystroke_release_lock();
}

/// Begins to write; fails if a handler interrupted the thread while it was writing.
static inline bool begin_writing(struct keystroke_recorder *recorder) {
  if (!KEYSTROKE_LIKELY(!recorder->is_writing)) {
    recorder->losses[KEYSTROKE_SHIM_LOST_INTERRUPTIONS] += 1;
    return false;
  }
  recorder->is_writing = true;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (!KEYSTROKE_LIKELY(__atomic_load_n(&recorder->attention, __ATOMIC_RELAXED) == 0)) {
    attend_with_lock(recorder);
  }
  return true;
}

static inline void end_writing(struct keystroke_recorder *recorder) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  recorder->is_writing = false;
}

static inline struct keystroke_recorder *own_recorder(void) {
  return keystroke_own_slot != NULL ? keystroke_own_slot->recorder : NULL;
}

// MARK: For the entry points

void keystroke_record_allocated(
    const void *pointer, size_t requested, size_t usable, const void *frame) {
  struct keystroke_recorder *const recorder = own_recorder();
  if (recorder == NULL || !begin_writing(recorder)) return;
  struct keystroke_site *site = keystroke_sites_find(recorder, keystroke_own_slot->tag, frame);
  if (site != NULL) {
    keystroke_figure_add(&site->allocations, 1);
    keystroke_figure_add(&site->requested, requested);
    keystroke_figure_add(&site->live_blocks, 1);
    keystroke_figure_add(&site->live_bytes, usable);
    keystroke_sites_hold(recorder, site, (uintptr_t)pointer, usable);
  }
  end_writing(recorder);
}

/// Passes a block that another thread frees to the recorder that may know it.
KEYSTROKE_APART static void hand_over(struct keystroke_recorder *own, uintptr_t address) {
  struct keystroke_recorder *recorder = __atomic_load_n(&newest_recorder, __ATOMIC_ACQUIRE);
  for (; recorder != NULL; recorder = recorder->previous) {
    if (recorder == own || !keystroke_live_blocks_may_hold(&recorder->live, address)) continue;
    keystroke_acquire_lock();
    if (!recorder->has_thread) {
      keystroke_sites_freed(recorder, address);
    } else if (recorder->handed_count < KEYSTROKE_HANDED_BLOCKS) {
      recorder->handed[recorder->handed_count++] = address;
      __atomic_or_fetch(&recorder->attention, KEYSTROKE_BLOCKS_HANDED, __ATOMIC_RELEASE);
    } else {
      recorder->losses[KEYSTROKE_SHIM_LOST_FREES] += 1;
    }
    keystroke_release_lock();
  }
}

void keystroke_record_freed(const void *pointer) {
  struct keystroke_recorder *const recorder = own_recorder();
  bool is_known = false;
  if (recorder != NULL) {
    if (!begin_writing(recorder)) return;
    is_known = keystroke_sites_freed(recorder, (uintptr_t)pointer);
    end_writing(recorder);
  }
  if (!is_known) hand_over(recorder, (uintptr_t)pointer);
}

struct keystroke_origin keystroke_record_before_realloc(const void *pointer) {
  struct keystroke_origin origin = {0, 0, false};
  struct keystroke_recorder *const recorder = own_recorder();
  if (recorder != NULL) {
    if (!begin_writing(recorder)) return origin;
    const struct keystroke_block block =
        keystroke_live_blocks_take(&recorder->live, (uintptr_t)pointer);
    end_writing(recorder);
    if (block.address != 0) {
      origin.site = keystroke_block_site(&block);
      origin.bytes = keystroke_block_bytes(&block);
      origin.is_known = true;
    }
  }
  // For another recorder, its block counts as freed, since that recorder cannot track where the block
  // moves.
  if (!origin.is_known) hand_over(recorder, (uintptr_t)pointer);
  return origin;
}

void keystroke_record_reallocated(
    struct keystroke_origin origin, const void *moved, size_t requested, size_t usable,
    const void *frame) {
  struct keystroke_recorder *const recorder = own_recorder();
  if (recorder == NULL || !begin_writing(recorder)) return;
  struct keystroke_site *site = keystroke_sites_find(recorder, keystroke_own_slot->tag, frame);
  if (site != NULL) {
    keystroke_figure_add(&site->reallocs, 1);
    keystroke_figure_add(&site->requested, requested);
  }
  if (origin.is_known) {
    struct keystroke_site *first = &recorder->sites[origin.site];
    keystroke_figure_add(&first->live_bytes, (uint64_t)usable - origin.bytes);
    keystroke_sites_hold(recorder, first, (uintptr_t)moved, usable);
  }
  end_writing(recorder);
}

void keystroke_record_not_reallocated(struct keystroke_origin origin, const void *pointer) {
  struct keystroke_recorder *const recorder = own_recorder();
  if (!origin.is_known || recorder == NULL || !begin_writing(recorder)) return;
  keystroke_sites_hold(
      recorder, &recorder->sites[origin.site], (uintptr_t)pointer, origin.bytes);
  end_writing(recorder);
}

// MARK: Threads that start and exit, with the lock

static bool at_work(void) { return recorders_with_thread > 0; }

static void forget_blocks(void) {
  for (struct keystroke_recorder *one = newest_recorder; one != NULL; one = one->previous) {
    one->handed_count = 0;
    if (one->has_thread) {
      __atomic_or_fetch(&one->attention, KEYSTROKE_FORGET_BLOCKS, __ATOMIC_RELEASE);
    } else {
      keystroke_live_blocks_clear(&one->live);
    }
  }
}

static void detach(struct keystroke_slot *slot) {
  struct keystroke_recorder *recorder = slot->recorder;
  if (recorder == NULL) return;
  slot->recorder = NULL;
  attend(recorder);
  recorder->has_thread = false;
  recorders_with_thread -= 1;
}

static void after_fork(struct keystroke_slot *survivor) {
  for (struct keystroke_recorder *one = newest_recorder; one != NULL; one = one->previous) {
    if (survivor != NULL && one == survivor->recorder) continue;
    // Its thread may have been writing. Figures are consistent at every moment, the table is not.
    one->is_writing = false;
    one->live.version &= ~UINT64_C(1);
    one->live.count = 1;
    keystroke_live_blocks_clear(&one->live);
    one->handed_count = 0;
    one->attention = 0;
    if (one->has_thread) recorders_with_thread -= 1;
    one->has_thread = false;
  }
}

static const struct keystroke_followers followers = {
    .at_work = at_work,
    .forget_blocks = forget_blocks,
    .detach = detach,
    .after_fork = after_fork,
};

/// A recorder without a thread, or a new one; NULL if there is no memory.
static struct keystroke_recorder *free_recorder(void) {
  struct keystroke_recorder *one = newest_recorder;
  while (one != NULL && one->has_thread) one = one->previous;
  if (one != NULL) return one;
  const int former_errno = errno;
  void *room = mmap(
      NULL, sizeof(struct keystroke_recorder), PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  errno = former_errno;
  if (room == MAP_FAILED) return NULL;
  one = room;
  if (!keystroke_live_blocks_begin(&one->live)) {
    munmap(room, sizeof(struct keystroke_recorder));
    return NULL;
  }
  one->previous = newest_recorder;
  __atomic_store_n(&newest_recorder, one, __ATOMIC_RELEASE);
  return one;
}

// MARK: Interface

bool keystroke_shim_set_recording(bool on) {
  struct keystroke_slot *slot = keystroke_own_slot;
  if (slot == NULL) slot = keystroke_slot_take();
  if (slot == NULL) return false;
  if (on == (slot->recorder != NULL)) return on;
  if (on && !keystroke_find_stack(slot)) return false;

  keystroke_acquire_lock();
  if (on) {
    struct keystroke_recorder *recorder = free_recorder();
    if (recorder != NULL) {
      keystroke_follow_slots(&followers);
      recorder->has_thread = true;
      keystroke_stacks_enter(&recorder->stacks, slot);
      slot->recorder = recorder;
      recorders_with_thread += 1;
    }
  } else {
    detach(slot);
  }
  keystroke_update_mode();
  keystroke_release_lock();
  return slot->recorder != NULL;
}

void keystroke_shim_reset_sites(void) {
  const struct keystroke_recorder *own = own_recorder();
  keystroke_acquire_lock();
  for (struct keystroke_recorder *one = newest_recorder; one != NULL; one = one->previous) {
    if (one == own || !one->has_thread) keystroke_sites_reset(one);
  }
  keystroke_release_lock();
}

bool keystroke_shim_next_site(
    uint64_t cursor[2], uint64_t out[KEYSTROKE_SHIM_SITE_FIGURES],
    uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH]) {
  const uint64_t at_end = 1;
  struct keystroke_recorder *recorder = (struct keystroke_recorder *)(uintptr_t)cursor[0];
  if (cursor[0] == 0) {
    struct keystroke_recorder *own = own_recorder();
    if (own != NULL && begin_writing(own)) end_writing(own);
    recorder = __atomic_load_n(&newest_recorder, __ATOMIC_ACQUIRE);
  } else if (cursor[0] == at_end) {
    return false;
  }
  while (recorder != NULL &&
         cursor[1] >= __atomic_load_n(&recorder->site_count, __ATOMIC_ACQUIRE)) {
    recorder = recorder->previous;
    cursor[1] = 0;
  }
  cursor[0] = recorder != NULL ? (uint64_t)(uintptr_t)recorder : at_end;
  if (recorder == NULL) return false;
  keystroke_sites_read(recorder, (uint32_t)cursor[1], out, frames);
  cursor[1] += 1;
  return true;
}

void keystroke_shim_lost_sites(uint64_t out[KEYSTROKE_SHIM_LOSSES]) {
  for (int i = 0; i < KEYSTROKE_SHIM_LOSSES; i++) out[i] = 0;
  const struct keystroke_recorder *recorder = __atomic_load_n(&newest_recorder, __ATOMIC_ACQUIRE);
  for (; recorder != NULL; recorder = recorder->previous) {
    for (int i = 0; i < KEYSTROKE_SHIM_LOSSES; i++) {
      out[i] += __atomic_load_n(&recorder->losses[i], __ATOMIC_RELAXED);
    }
  }
}

#endif
