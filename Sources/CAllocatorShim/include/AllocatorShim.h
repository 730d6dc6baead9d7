/// A counting allocator for LD_PRELOAD.
///
/// `libAllocatorShim.so` stands in front of libjemalloc: it forwards every call of the malloc
/// family and of C++'s operator new and delete to it, and counts them for each thread. Nothing
/// links it. A program finds the functions below with `dlsym(RTLD_DEFAULT, ...)`; they are there
/// exactly if the library was preloaded.
///
/// What is counted, for each thread:
///
/// - A call of malloc, calloc, an aligned function or operator new that returns memory is one
///   allocation. A call that fails counts nothing.
/// - A call of free or operator delete with a pointer that is not null is one free.
/// - realloc(p, n) of memory that exists is one realloc and neither an allocation nor a free,
///   whether or not the block moves: the number of blocks stays as it was, so `allocations -
///   frees` is the number of blocks alive. realloc(NULL, n) is an allocation and realloc(p, 0),
///   which returns NULL here, is a free.
/// - Requested bytes are what callers asked for. A realloc adds its whole new size, as memcheck's
///   "bytes allocated" does: that is what the caller asked the allocator to provide, and the
///   former requested size is not known to any allocator.
/// - Usable bytes are what jemalloc set aside (malloc_usable_size). A realloc adds its new usable
///   size to `usable` and its former one to `freed usable`, also where it stays in place, as
///   jemalloc's own thread.allocated and thread.deallocated do. So `usable - freed usable` is
///   always `live`.
/// - Memory freed by another thread than the one that allocated it counts as freed by the thread
///   that frees it: a thread's live bytes may be negative, their sum over the process is exact.
///
/// Counts depend on the allocator: some code asks malloc_usable_size and uses the slack. State
/// `keystroke_shim_allocator_version` beside them.
///
/// Built with AddressSanitizer, ThreadSanitizer or MemorySanitizer the library defines no malloc,
/// counts nothing, and its ABI version is 0.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Changes whenever a counter or a function changes its meaning or its place.
#define KEYSTROKE_SHIM_ABI_VERSION 1u

/// The places of the counters in an array of counters.
enum {
  /// Blocks handed out, reallocs not included.
  KEYSTROKE_SHIM_ALLOCATIONS = 0,
  /// Bytes asked for, reallocs with their whole new size.
  KEYSTROKE_SHIM_REQUESTED_BYTES = 1,
  /// Bytes set aside, reallocs with their whole new size.
  KEYSTROKE_SHIM_USABLE_BYTES = 2,
  /// Blocks given back, reallocs not included.
  KEYSTROKE_SHIM_FREES = 3,
  /// Usable bytes given back, reallocs with their whole former size.
  KEYSTROKE_SHIM_FREED_USABLE_BYTES = 4,
  /// Blocks whose size was changed.
  KEYSTROKE_SHIM_REALLOCS = 5,
  /// Usable bytes not yet given back. Signed (two's complement).
  KEYSTROKE_SHIM_LIVE_BYTES = 6,
  /// The most that live bytes have been since the thread began or its peak was reset. Signed. The
  /// moment in which a realloc holds both blocks is not seen.
  KEYSTROKE_SHIM_PEAK_LIVE_BYTES = 7,
  /// How many counters there are.
  KEYSTROKE_SHIM_COUNTERS = 8
};

/// KEYSTROKE_SHIM_ABI_VERSION of the library that was loaded; 0 if it was built with a sanitizer.
uint32_t keystroke_shim_abi_version(void);

/// The calling thread's counters: KEYSTROKE_SHIM_COUNTERS of them, never null.
///
/// The pointer stays valid for the life of the thread. Only the thread itself reads figures that
/// belong together there.
const uint64_t *keystroke_shim_thread_counters(void);

/// Writes the sums over all threads, those that have exited included.
///
/// Exact when no other thread allocates or frees at the same time; otherwise each of the figures
/// is right for some moment of the call. The sum of the threads' peaks is the process's peak if
/// there is one thread, and an upper bound of it if there are more. A forked child starts with the
/// counters of its parent, because it starts with the parent's memory.
void keystroke_shim_process_counters(uint64_t out[KEYSTROKE_SHIM_COUNTERS]);

/// Sets the calling thread's peak to what is live now.
void keystroke_shim_reset_peak(void);

/// Starts or stops counting in the whole process, and returns whether it was counting before.
///
/// Counting is on when the process starts. Memory that comes while counting is off and goes while
/// it is on (or the reverse) puts live bytes off by its size.
bool keystroke_shim_set_counting(bool on);

/// jemalloc's version as it reports it itself, for example "5.3.0-0-g54eaed1d". Never null; empty
/// if jemalloc does not say or the library was built with a sanitizer.
const char *keystroke_shim_allocator_version(void);

#ifdef __cplusplus
}
#endif
