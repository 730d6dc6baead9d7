/// A counting allocator for LD_PRELOAD.
///
/// `libAllocatorShim.so` is preloaded in front of libjemalloc: it forwards every call of the malloc
/// family and of C++'s operator new and delete to it, and counts them for each thread. Nothing
/// links it. A program finds the functions below with `dlsym(RTLD_DEFAULT, ...)`; they exist
/// exactly if the library was preloaded.
///
/// The counting rules, for each thread:
///
/// - A call of malloc, calloc, an aligned function or operator new that returns memory is one
///   allocation. A call that fails counts nothing.
/// - A call of free or operator delete with a pointer that is not null is one free.
/// - realloc(p, n) of existing memory is one realloc and neither an allocation nor a free, whether
///   or not the block moves: the number of blocks stays the same, so `allocations - frees` is the
///   number of live blocks. realloc(NULL, n) is an allocation and realloc(p, 0), which returns NULL
///   here, is a free.
/// - Requested bytes are the sizes that callers ask for. A realloc adds its whole new size, as in
///   memcheck's "bytes allocated": that is the size that the caller asks the allocator to provide,
///   and no allocator knows the former requested size.
/// - Usable bytes are the sizes that jemalloc reserves (malloc_usable_size). A realloc adds its new
///   usable size to `usable` and its former one to `freed usable`, even if the block stays in place,
///   like jemalloc's own thread.allocated and thread.deallocated. So `usable - freed usable` is
///   always `live`.
/// - Memory that one thread allocated and another frees counts as freed by the thread that frees
///   it: a thread's live bytes may be negative, their sum over the process is exact.
///
/// Counts depend on the allocator: some code calls malloc_usable_size and uses the slack. Report
/// `keystroke_shim_allocator_version` with them.
///
/// In addition to the counters, the allocation sites of a thread can be recorded: the stacks that
/// allocate, how much, and whose memory is still live. That is off until a thread requests it.
///
/// Built with AddressSanitizer, ThreadSanitizer or MemorySanitizer the library defines no malloc,
/// counts nothing, and its ABI version is 0.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface; it changes whenever a counter or a function changes its meaning or
/// its place.
#define KEYSTROKE_SHIM_ABI_VERSION 2u

/// The positions of the counters in an array of counters.
enum {
  /// Blocks allocated, without reallocs.
  KEYSTROKE_SHIM_ALLOCATIONS = 0,
  /// Bytes requested, reallocs with their whole new size.
  KEYSTROKE_SHIM_REQUESTED_BYTES = 1,
  /// Bytes reserved, reallocs with their whole new size.
  KEYSTROKE_SHIM_USABLE_BYTES = 2,
  /// Blocks freed, without reallocs.
  KEYSTROKE_SHIM_FREES = 3,
  /// Usable bytes freed, reallocs with their whole former size.
  KEYSTROKE_SHIM_FREED_USABLE_BYTES = 4,
  /// Blocks whose size was changed.
  KEYSTROKE_SHIM_REALLOCS = 5,
  /// Usable bytes not freed yet. Signed (two's complement).
  KEYSTROKE_SHIM_LIVE_BYTES = 6,
  /// The largest number of live bytes since the thread began or its peak was reset. Signed. The
  /// moment in which a realloc holds both blocks is not counted.
  KEYSTROKE_SHIM_PEAK_LIVE_BYTES = 7,
  /// The number of counters.
  KEYSTROKE_SHIM_COUNTERS = 8
};

/// KEYSTROKE_SHIM_ABI_VERSION of the library that was loaded; 0 if it was built with a sanitizer.
uint32_t keystroke_shim_abi_version(void);

/// Returns the calling thread's counters: KEYSTROKE_SHIM_COUNTERS of them, never null.
///
/// The pointer stays valid for the life of the thread. Only the thread itself reads consistent
/// figures there.
const uint64_t *keystroke_shim_thread_counters(void);

/// Writes the sums over all threads, including those that have exited.
///
/// Exact if no other thread allocates or frees at the same time; otherwise each of the figures
/// is correct for some moment of the call. The sum of the threads' peaks is the process's peak if
/// there is one thread, and an upper bound of it if there are more. A forked child starts with the
/// counters of its parent, because it starts with the parent's memory.
void keystroke_shim_process_counters(uint64_t out[KEYSTROKE_SHIM_COUNTERS]);

/// Sets the calling thread's peak to its present live bytes.
void keystroke_shim_reset_peak(void);

/// Starts or stops counting in the whole process, and returns whether it was counting before.
///
/// Counting is on when the process starts. Memory that is allocated while counting is off and freed
/// while it is on (or the reverse) makes live bytes wrong by its size.
bool keystroke_shim_set_counting(bool on);

/// jemalloc's version as it reports it itself, for example "5.3.0-0-g54eaed1d". Never null; empty
/// if jemalloc does not report it or the library was built with a sanitizer.
const char *keystroke_shim_allocator_version(void);

// MARK: Allocation sites

// A site is a stack with the tag that was set during the allocation. While a thread records, each of
// its allocations is counted at its site. The stack is found by frame pointers, without the shim's
// own frames. Functions without frame pointers are missing from it, or end it; for a signal handler on
// a separate stack only the innermost frame is known.
//
// All memory for recording comes from the kernel, once for each thread that records at the same time
// as others, and is kept for the next one.
//
// Blocks are tracked until they are freed, by any thread, as long as some thread records and counting
// is on. When the last one stops recording, the live figures stay as they are then.
//
// A signal handler may interrupt the recording and walk its own stack. If it allocates or frees at
// that moment, although no handler may, the call is counted as lost.

/// The maximum number of frames of a stack; of a deeper one the innermost are kept.
#define KEYSTROKE_SHIM_STACK_DEPTH 128u

/// The positions of a site's figures.
enum {
  /// The tag.
  KEYSTROKE_SHIM_SITE_TAG = 0,
  /// The number of frames.
  KEYSTROKE_SHIM_SITE_DEPTH = 1,
  /// Blocks allocated, without reallocs.
  KEYSTROKE_SHIM_SITE_ALLOCATIONS = 2,
  /// Bytes requested, reallocs with their whole new size.
  KEYSTROKE_SHIM_SITE_REQUESTED_BYTES = 3,
  /// Blocks whose size was changed.
  KEYSTROKE_SHIM_SITE_REALLOCS = 4,
  /// Blocks that were allocated here and are not freed yet. After a realloc a block stays with the site that allocated
  /// it.
  KEYSTROKE_SHIM_SITE_LIVE_BLOCKS = 5,
  /// The usable bytes of those blocks.
  KEYSTROKE_SHIM_SITE_LIVE_BYTES = 6,
  /// The number of figures.
  KEYSTROKE_SHIM_SITE_FIGURES = 7
};

/// The places of the losses.
enum {
  /// Allocations and reallocs that are in no site, because there was no room for another site.
  KEYSTROKE_SHIM_LOST_ALLOCATIONS = 0,
  /// Allocations and reallocs whose stack was deeper than KEYSTROKE_SHIM_STACK_DEPTH. They are in
  /// the sites, with the frames that fit.
  KEYSTROKE_SHIM_LOST_FRAMES = 1,
  /// Blocks that are in a site's allocations but were never in its live blocks, for lack of memory.
  KEYSTROKE_SHIM_LOST_BLOCKS = 2,
  /// Frees by another thread that could not be passed on: up to this many live blocks may be too many.
  KEYSTROKE_SHIM_LOST_FREES = 3,
  /// Calls of a signal handler that had interrupted the recording.
  KEYSTROKE_SHIM_LOST_INTERRUPTIONS = 4,
  /// The number of kinds of losses.
  KEYSTROKE_SHIM_LOSSES = 5
};

/// Starts or stops recording the calling thread's sites, and returns whether it records now.
///
/// It does not start if there is no memory or the thread's stack cannot be found. Starting may
/// allocate and free, which is counted and not recorded. A thread that exits stops recording. Nothing
/// is recorded while counting is off.
bool keystroke_shim_set_recording(bool on);

/// Sets the tag of the calling thread's sites from now on, and returns the former one; 0 at first.
uint32_t keystroke_shim_set_tag(uint32_t tag);

/// Forgets all sites and losses, except those of other threads that are recording.
void keystroke_shim_reset_sites(void);

/// Writes the figures of one site and its return addresses, innermost first, and advances the cursor;
/// false if there are no more.
///
/// A cursor of zeros is at the first site. The same stack may occur again, from another thread. Exact
/// if no other thread allocates or frees at the same time, and as long as none resets.
bool keystroke_shim_next_site(
    uint64_t cursor[2], uint64_t out[KEYSTROKE_SHIM_SITE_FIGURES],
    uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH]);

/// Writes the losses, summed over all threads.
void keystroke_shim_lost_sites(uint64_t out[KEYSTROKE_SHIM_LOSSES]);

#ifdef __cplusplus
}
#endif
