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
/// Beside the counters a thread can have its allocation sites recorded: which stacks allocate how
/// much, and whose memory is still there. That is off until a thread asks for it.
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
#define KEYSTROKE_SHIM_ABI_VERSION 2u

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

// MARK: Allocation sites

// A site is a stack and the tag that was set when it allocated. While a thread records, each of its
// allocations is booked to the site it comes from. The stack is found by frame pointers, without the
// shim's own frames. Code without frame pointers is missing from it, or ends it; of a handler on a
// stack of its own only the innermost frame is known.
//
// All memory for it comes from the kernel, once for each thread that records at the same time as
// others, and is kept for the next one.
//
// Blocks are followed until they are freed, by whichever thread, as long as any thread records and
// counting is on. When the last one stops, what is alive stays as it was then.
//
// A signal handler may interrupt the recording and walk its own stack. If it allocates or frees just
// then, although no handler may, that is counted as lost.

/// The frames of a stack at most; of a deeper one the innermost are kept.
#define KEYSTROKE_SHIM_STACK_DEPTH 128u

/// The places of a site's figures.
enum {
  /// The tag.
  KEYSTROKE_SHIM_SITE_TAG = 0,
  /// How many frames there are.
  KEYSTROKE_SHIM_SITE_DEPTH = 1,
  /// Blocks handed out, reallocs not included.
  KEYSTROKE_SHIM_SITE_ALLOCATIONS = 2,
  /// Bytes asked for, reallocs with their whole new size.
  KEYSTROKE_SHIM_SITE_REQUESTED_BYTES = 3,
  /// Blocks whose size was changed.
  KEYSTROKE_SHIM_SITE_REALLOCS = 4,
  /// Blocks that were allocated here and are not freed yet. A realloc leaves a block with the site
  /// that allocated it.
  KEYSTROKE_SHIM_SITE_LIVE_BLOCKS = 5,
  /// The usable bytes of those blocks.
  KEYSTROKE_SHIM_SITE_LIVE_BYTES = 6,
  /// How many figures there are.
  KEYSTROKE_SHIM_SITE_FIGURES = 7
};

/// The places of what was lost.
enum {
  /// Allocations and reallocs that are in no site, because there was no room for another one.
  KEYSTROKE_SHIM_LOST_ALLOCATIONS = 0,
  /// Allocations and reallocs whose stack was deeper than KEYSTROKE_SHIM_STACK_DEPTH. They are in
  /// the sites, with the frames that fit.
  KEYSTROKE_SHIM_LOST_FRAMES = 1,
  /// Blocks that are in a site's allocations but were never in its live blocks, for want of memory.
  KEYSTROKE_SHIM_LOST_BLOCKS = 2,
  /// Frees by another thread that did not get through: so many live blocks may be too many.
  KEYSTROKE_SHIM_LOST_FREES = 3,
  /// Calls of a signal handler that had interrupted the recording.
  KEYSTROKE_SHIM_LOST_INTERRUPTIONS = 4,
  /// How many there are.
  KEYSTROKE_SHIM_LOSSES = 5
};

/// Starts or stops recording the calling thread's sites, and returns whether it records now.
///
/// It does not start if no memory is to be had or the thread's stack cannot be found. Starting may
/// allocate and free, which is counted and not recorded. A thread that exits stops. Nothing is
/// recorded while counting is off.
bool keystroke_shim_set_recording(bool on);

/// Sets the tag of the calling thread's sites from now on, and returns the former one; 0 at first.
uint32_t keystroke_shim_set_tag(uint32_t tag);

/// Forgets all sites and losses, except those of other threads that are recording.
void keystroke_shim_reset_sites(void);

/// Writes the figures of one site and its return addresses, innermost first, and moves the cursor on;
/// false where there are no more.
///
/// A cursor of zeros is at the first. The same stack may come again, from another thread. Exact when
/// no other thread allocates or frees at the same time, and as long as none resets.
bool keystroke_shim_next_site(
    uint64_t cursor[2], uint64_t out[KEYSTROKE_SHIM_SITE_FIGURES],
    uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH]);

/// Writes what was lost, summed over all threads.
void keystroke_shim_lost_sites(uint64_t out[KEYSTROKE_SHIM_LOSSES]);

#ifdef __cplusplus
}
#endif
