// The heap behind the shim: libjemalloc.
#pragma once

#include <jemalloc/jemalloc.h>
#include <stddef.h>
#include <stdint.h>

#include "Attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// libjemalloc's own malloc family, which the shim's functions hide from all other code.
///
/// mallocx and dallocx reach the same heap under other names but miss jemalloc's inlined fast path,
/// 6 ns per pair. These pointers use them until the constructor has found the real functions: ld.so
/// and other constructors allocate before it runs.
struct keystroke_heap {
  void *(*malloc)(size_t size);
  void (*free)(void *pointer);
  void *(*calloc)(size_t count, size_t size);
  void *(*realloc)(void *pointer, size_t size);
};

KEYSTROKE_HIDDEN extern struct keystroke_heap keystroke_heap;

/// Returns memory at a multiple of `alignment`, a power of two. Returns NULL, and sets errno to ENOMEM, if there is
/// none.
KEYSTROKE_HIDDEN void *keystroke_heap_aligned(size_t alignment, size_t size);

/// The usable bytes of memory that `malloc(size)` returned, without reading the memory.
///
/// jemalloc's usable size depends only on the request, and a look-up in its table of size classes is
/// cheaper than one in its radix tree of pages.
static inline size_t keystroke_heap_usable_for(size_t size) {
  return nallocx(size == 0 ? 1 : size, 0);
}

/// Returns the usable bytes of `pointer`, which is not null.
static inline size_t keystroke_heap_usable(const void *pointer) { return sallocx(pointer, 0); }

#ifdef __cplusplus
}
#endif
