#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // MAP_ANONYMOUS
#endif

#include "Slots.h"

#if !KEYSTROKE_SANITIZED

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

__thread struct keystroke_slot *keystroke_own_slot = NULL;

uint32_t keystroke_current_mode = KEYSTROKE_COUNTING;

/// True if the thread has given its slot back and will not get another.
static __thread bool has_exited __attribute__((tls_model("initial-exec"))) = false;

/// True if the thread holds the lock because it is about to fork.
static __thread bool is_forking __attribute__((tls_model("initial-exec"))) = false;

/// The lock of everything below, and of the parts of a recorder that name it.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct keystroke_slot *newest_slot = NULL;
static struct keystroke_slot *free_slots = NULL;

/// The callbacks of the follower of the threads; NULL for none.
static const struct keystroke_followers *followers = NULL;

/// The value set by keystroke_shim_set_counting.
static bool is_counting = true;

/// The counts of threads that have exited. Its peak is the sum of theirs.
static struct keystroke_slot exited_threads;

static pthread_key_t exit_key;
static bool has_exit_key = false;

// A handler of another thread may allocate between this library's prepare handler and the fork.
void keystroke_acquire_lock(void) {
  if (!is_forking) pthread_mutex_lock(&lock);
}

void keystroke_release_lock(void) {
  if (!is_forking) pthread_mutex_unlock(&lock);
}

void keystroke_follow_slots(const struct keystroke_followers *those) {
  followers = those;
}

void keystroke_update_mode(void) {
  uint32_t mode = KEYSTROKE_IDLE;
  if (is_counting) {
    const bool records = followers != NULL && followers->at_work();
    mode = records ? KEYSTROKE_RECORDING : KEYSTROKE_COUNTING;
  }
  // Frees were missed in between.
  if (mode == KEYSTROKE_RECORDING && keystroke_mode() != mode) followers->forget_blocks();
  __atomic_store_n(&keystroke_current_mode, mode, __ATOMIC_RELAXED);
}

// MARK: Assigning slots

/// Maps room for more slots. They come from the kernel, not from the heap that they count.
static void map_slots(void) {
  const size_t bytes = 16 * 1024;
  void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return;
  struct keystroke_slot *slots = room;
  for (size_t i = 0; i < bytes / sizeof *slots; i++) {
    slots[i].previous = newest_slot;
    newest_slot = &slots[i];
    slots[i].next_free = free_slots;
    free_slots = &slots[i];
  }
}

/// Adds a slot's counters to those of exited threads, and clears the slot.
static void retire(struct keystroke_slot *slot) {
  for (int i = 0; i < KEYSTROKE_SHIM_COUNTERS; i++) {
    keystroke_add(&exited_threads, i, keystroke_counter(slot, i));
    __atomic_store_n(&slot->counters[i], 0, __ATOMIC_RELAXED);
  }
  slot->tag = 0;
  slot->stack_bytes = 0;
  slot->next_free = free_slots;
  free_slots = slot;
}

/// Runs when a thread exits, as the destructor of `exit_key`.
///
/// Other keys' destructors, including jemalloc's and Swift's, may free memory after this one. That is
/// counted with the threads that have exited, under the lock.
static void thread_exits(void *own_slot) {
  has_exited = true;
  keystroke_own_slot = NULL;
  keystroke_acquire_lock();
  if (followers != NULL) followers->detach(own_slot);
  keystroke_update_mode();
  retire(own_slot);
  keystroke_release_lock();
}

struct keystroke_slot *keystroke_slot_take(void) {
  if (has_exited) return NULL;
  const int former_errno = errno;

  keystroke_acquire_lock();
  if (!has_exit_key) has_exit_key = pthread_key_create(&exit_key, thread_exits) == 0;
  const bool tells_exit = has_exit_key;
  if (free_slots == NULL) map_slots();
  struct keystroke_slot *slot = free_slots;
  if (slot != NULL) free_slots = slot->next_free;
  keystroke_release_lock();

  // In this order: pthread_setspecific may allocate, and must find the slot then.
  keystroke_own_slot = slot;
  if (slot != NULL && tells_exit) pthread_setspecific(exit_key, slot);
  errno = former_errno;
  return slot;
}

// MARK: Counting without a slot

void keystroke_allocated_slowly(size_t requested, size_t usable) {
  struct keystroke_slot *slot = keystroke_slot_take();
  if (slot != NULL) return keystroke_slot_allocated(slot, requested, usable);
  keystroke_acquire_lock();
  keystroke_slot_allocated(&exited_threads, requested, usable);
  keystroke_release_lock();
}

void keystroke_freed_slowly(size_t usable) {
  struct keystroke_slot *slot = keystroke_slot_take();
  if (slot != NULL) return keystroke_slot_freed(slot, usable);
  keystroke_acquire_lock();
  keystroke_slot_freed(&exited_threads, usable);
  keystroke_release_lock();
}

void keystroke_reallocated_slowly(size_t requested, size_t from, size_t to) {
  struct keystroke_slot *slot = keystroke_slot_take();
  if (slot != NULL) return keystroke_slot_reallocated(slot, requested, from, to);
  keystroke_acquire_lock();
  keystroke_slot_reallocated(&exited_threads, requested, from, to);
  keystroke_release_lock();
}

// MARK: Fork

// The lock is held during the fork, so that the child's copy of the lists is consistent.

static void before_fork(void) {
  if (keystroke_own_slot == NULL) keystroke_slot_take();
  keystroke_acquire_lock();
  is_forking = true;
}

static void after_fork(void) {
  is_forking = false;
  keystroke_release_lock();
}

// The other threads are not in the child, but their memory is, so their slots stay in its sums and
// their sites stay recorded.
static void after_fork_in_child(void) {
  if (followers != NULL) followers->after_fork(keystroke_own_slot);
  keystroke_update_mode();
  after_fork();
}

__attribute__((constructor)) static void watch_forks(void) {
  pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

// MARK: Interface

uint32_t keystroke_shim_abi_version(void) { return KEYSTROKE_SHIM_ABI_VERSION; }

const uint64_t *keystroke_shim_thread_counters(void) {
  struct keystroke_slot *slot = keystroke_own_slot;
  if (slot == NULL) slot = keystroke_slot_take();
  return slot != NULL ? slot->counters : exited_threads.counters;
}

void keystroke_shim_process_counters(uint64_t out[KEYSTROKE_SHIM_COUNTERS]) {
  keystroke_acquire_lock();
  for (int i = 0; i < KEYSTROKE_SHIM_COUNTERS; i++) out[i] = keystroke_counter(&exited_threads, i);
  for (struct keystroke_slot *slot = newest_slot; slot != NULL; slot = slot->previous) {
    for (int i = 0; i < KEYSTROKE_SHIM_COUNTERS; i++) out[i] += keystroke_counter(slot, i);
  }
  keystroke_release_lock();
}

void keystroke_shim_reset_peak(void) {
  struct keystroke_slot *slot = keystroke_own_slot;
  if (slot == NULL) slot = keystroke_slot_take();
  if (slot == NULL) return;
  __atomic_store_n(
      &slot->counters[KEYSTROKE_SHIM_PEAK_LIVE_BYTES],
      keystroke_counter(slot, KEYSTROKE_SHIM_LIVE_BYTES), __ATOMIC_RELAXED);
}

bool keystroke_shim_set_counting(bool on) {
  keystroke_acquire_lock();
  const bool was_on = is_counting;
  is_counting = on;
  keystroke_update_mode();
  keystroke_release_lock();
  return was_on;
}

uint32_t keystroke_shim_set_tag(uint32_t tag) {
  struct keystroke_slot *slot = keystroke_own_slot;
  if (slot == NULL) slot = keystroke_slot_take();
  if (slot == NULL) return 0;
  const uint32_t former = slot->tag;
  slot->tag = tag;
  return former;
}

#endif
