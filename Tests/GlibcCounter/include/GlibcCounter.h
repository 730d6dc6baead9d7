/// A second counter of heap traffic, to hold the shim against: it shares no code with it, and counts
/// over the C library's own allocator instead of jemalloc.
///
/// To be preloaded. Its one function is found by `dlsym`.
#pragma once

#include <stdint.h>

/// The calling thread's counts so far: allocations, requested bytes, reallocs, frees.
///
/// A realloc of a block is neither an allocation nor a free, and its bytes are its new size.
const uint64_t *glibc_counter_of_thread(void);
