/// A second counter of heap traffic to check the shim: it shares no code with the shim, and counts over the C library's
/// allocator instead of jemalloc.
///
/// The library is preloaded. Its only function is found by `dlsym`.
#pragma once

#include <stdint.h>

/// Returns the calling thread's counts so far: allocations, requested bytes, reallocs, frees.
///
/// A realloc of a block counts neither as an allocation nor as a free, and its bytes are the new size.
const uint64_t *glibc_counter_of_thread(void);
