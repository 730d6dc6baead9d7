// The malloc family that every library of the process calls.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // memalign, valloc and similar functions
#endif

#include "Heap.h"
#include "Recorder.h"
#include "Slots.h"

#if !KEYSTROKE_SANITIZED

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

// From C23; the C library's headers may lack them.
void free_sized(void *pointer, size_t size);
void free_aligned_sized(void *pointer, size_t alignment, size_t size);
void *pvalloc(size_t size);

// With counting off, malloc, free and calloc are jumps to jemalloc's. The recording functions are
// never inlined: their frames would cost the others time.

static void *counted_malloc(size_t size) {
  void *pointer = keystroke_heap.malloc(size);
  if (pointer != NULL) keystroke_allocated(size, keystroke_heap_usable_for(size));
  return pointer;
}

KEYSTROKE_APART static void *recorded_malloc(size_t size) {
  void *pointer = keystroke_heap.malloc(size);
  if (pointer != NULL) {
    const size_t usable = keystroke_heap_usable_for(size);
    keystroke_allocated(size, usable);
    keystroke_record_allocated(pointer, size, usable, __builtin_frame_address(0));
  }
  return pointer;
}

void *malloc(size_t size) {
  const uint32_t mode = keystroke_mode();
  if (KEYSTROKE_LIKELY(mode == KEYSTROKE_IDLE)) KEYSTROKE_JUMP keystroke_heap.malloc(size);
  if (mode == KEYSTROKE_COUNTING) KEYSTROKE_JUMP counted_malloc(size);
  KEYSTROKE_JUMP recorded_malloc(size);
}

KEYSTROKE_APART static void recorded_free(void *pointer) {
  keystroke_freed(keystroke_heap_usable(pointer));
  keystroke_record_freed(pointer);
  keystroke_heap.free(pointer);
}

void free(void *pointer) {
  const uint32_t mode = keystroke_mode();
  if (KEYSTROKE_LIKELY(mode == KEYSTROKE_IDLE)) KEYSTROKE_JUMP keystroke_heap.free(pointer);
  if (pointer == NULL) return;
  if (mode == KEYSTROKE_RECORDING) KEYSTROKE_JUMP recorded_free(pointer);
  // jemalloc's free looks the size up again; sdallocx, which need not do so, is slower nevertheless.
  keystroke_freed(keystroke_heap_usable(pointer));
  keystroke_heap.free(pointer);
}

KEYSTROKE_APART static void *counted_calloc(size_t count, size_t size) {
  void *pointer = keystroke_heap.calloc(count, size);
  if (pointer == NULL) return NULL;
  // The product does not overflow; otherwise there would be no memory.
  const size_t usable = keystroke_heap_usable_for(count * size);
  keystroke_allocated(count * size, usable);
  if (keystroke_mode() == KEYSTROKE_RECORDING) {
    keystroke_record_allocated(pointer, count * size, usable, __builtin_frame_address(0));
  }
  return pointer;
}

void *calloc(size_t count, size_t size) {
  if (keystroke_mode() == KEYSTROKE_IDLE) KEYSTROKE_JUMP keystroke_heap.calloc(count, size);
  KEYSTROKE_JUMP counted_calloc(count, size);
}

static void *counted_realloc(void *pointer, size_t size) {
  if (pointer == NULL) {
    void *fresh = keystroke_heap.realloc(NULL, size);
    if (fresh != NULL) keystroke_allocated(size, keystroke_heap_usable_for(size));
    return fresh;
  }
  const size_t from = keystroke_heap_usable(pointer);
  void *moved = keystroke_heap.realloc(pointer, size);
  if (moved != NULL) {
    keystroke_reallocated(size, from, keystroke_heap_usable(moved));
  } else if (size == 0) {
    keystroke_freed(from);
  }
  return moved;
}

static void *recorded_realloc(void *pointer, size_t size, const void *frame) {
  if (pointer == NULL) {
    void *fresh = counted_realloc(NULL, size);
    if (fresh != NULL) {
      keystroke_record_allocated(fresh, size, keystroke_heap_usable_for(size), frame);
    }
    return fresh;
  }
  if (size == 0) {
    keystroke_record_freed(pointer);
    return counted_realloc(pointer, 0);
  }
  const struct keystroke_origin origin = keystroke_record_before_realloc(pointer);
  void *moved = counted_realloc(pointer, size);
  if (moved != NULL) {
    keystroke_record_reallocated(origin, moved, size, keystroke_heap_usable(moved), frame);
  } else {
    keystroke_record_not_reallocated(origin, pointer);
  }
  return moved;
}

void *realloc(void *pointer, size_t size) {
  const uint32_t mode = keystroke_mode();
  void *moved;
  if (mode == KEYSTROKE_IDLE) {
    moved = keystroke_heap.realloc(pointer, size);
  } else if (mode == KEYSTROKE_COUNTING) {
    moved = counted_realloc(pointer, size);
  } else {
    moved = recorded_realloc(pointer, size, __builtin_frame_address(0));
  }
  // jemalloc 5.3.0 does not set errno if the size is beyond its limit.
  if (moved == NULL && size != 0) errno = ENOMEM;
  return moved;
}

void *reallocarray(void *pointer, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(pointer, bytes);
}

// MARK: Aligned

KEYSTROKE_APART static void *counted_aligned(size_t alignment, size_t reserved, size_t requested) {
  void *pointer = keystroke_heap_aligned(alignment, reserved);
  const uint32_t mode = keystroke_mode();
  if (mode == KEYSTROKE_IDLE || pointer == NULL) return pointer;
  const size_t usable = keystroke_heap_usable(pointer);
  keystroke_allocated(requested, usable);
  if (mode == KEYSTROKE_RECORDING) {
    keystroke_record_allocated(pointer, requested, usable, __builtin_frame_address(0));
  }
  return pointer;
}

static bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

static void *aligned_or_einval(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return counted_aligned(alignment, size, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return aligned_or_einval(alignment, size); }

void *memalign(size_t alignment, size_t size) { return aligned_or_einval(alignment, size); }

// POSIX: the error is returned, errno is not changed, and *out is not changed if there is an error.
int posix_memalign(void **out, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0) return EINVAL;
  const int former_errno = errno;
  void *pointer = counted_aligned(alignment, size, size);
  if (pointer == NULL) {
    errno = former_errno;
    return ENOMEM;
  }
  *out = pointer;
  return 0;
}

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

void *valloc(size_t size) { return counted_aligned(page_size(), size, size); }

// Whole pages are reserved; the caller's size counts as requested.
void *pvalloc(size_t size) {
  const size_t page = page_size();
  size_t reserved;
  if (__builtin_add_overflow(size, page - 1, &reserved)) {
    errno = ENOMEM;
    return NULL;
  }
  return counted_aligned(page, reserved & ~(page - 1), size);
}

// MARK: Other functions

size_t malloc_usable_size(void *pointer) {
  return pointer != NULL ? keystroke_heap_usable(pointer) : 0;
}

// The size that a caller passes is not trusted: a wrong one would damage the heap and the counts.
void free_sized(void *pointer, size_t size) {
  (void)size;
  free(pointer);
}

void free_aligned_sized(void *pointer, size_t alignment, size_t size) {
  (void)alignment;
  (void)size;
  free(pointer);
}

const char *keystroke_shim_allocator_version(void) {
  const char *version = NULL;
  size_t bytes = sizeof version;
  const int error = mallctl("version", &version, &bytes, NULL, 0);
  return error == 0 && version != NULL ? version : "";
}

#endif
