#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // RTLD_NEXT
#endif

#include "GlibcCounter.h"

// A sanitizer has its own allocator.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STANDS_ASIDE 1
#endif
#endif

enum { allocations, requested, reallocs, frees };

static __thread uint64_t counts[4] __attribute__((tls_model("initial-exec")));

const uint64_t *glibc_counter_of_thread(void) { return counts; }

#ifndef STANDS_ASIDE

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

/// Memory for dlsym itself, which may allocate before any function is found. Never reused.
static _Alignas(16) char early[4096];
static size_t early_used = 0;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

static int is_early(const void *pointer) {
  return (const char *)pointer >= early && (const char *)pointer < early + sizeof early;
}

static void *allocate_early(size_t size) {
  const size_t rounded = (size + 15) & ~(size_t)15;
  if (rounded > sizeof early - early_used) return NULL;
  void *pointer = early + early_used;
  early_used += rounded;
  return pointer;
}

/// Finds a function once; while this thread is finding it, the function is NULL.
#define FIND(type, name, parameters)                      \
  static type(*name) parameters = NULL;                   \
  static __thread int is_finding __attribute__((tls_model("initial-exec"))) = 0; \
  if (name == NULL && !is_finding) {                      \
    is_finding = 1;                                       \
    name = (type(*) parameters)next(&#name[sizeof "real_" - 1]);           \
    is_finding = 0;                                       \
  }

static void *counted(void *pointer, size_t size) {
  if (pointer != NULL) {
    counts[allocations] += 1;
    counts[requested] += size;
  }
  return pointer;
}

void *malloc(size_t size) {
  FIND(void *, real_malloc, (size_t))
  if (real_malloc == NULL) return allocate_early(size);
  return counted(real_malloc(size), size);
}

void *calloc(size_t count, size_t size) {
  FIND(void *, real_calloc, (size_t, size_t))
  if (real_calloc == NULL) return allocate_early(count * size);
  return counted(real_calloc(count, size), count * size);
}

void free(void *pointer) {
  FIND(void, real_free, (void *))
  if (pointer == NULL || is_early(pointer) || real_free == NULL) return;
  counts[frees] += 1;
  real_free(pointer);
}

void *realloc(void *pointer, size_t size) {
  FIND(void *, real_realloc, (void *, size_t))
  if (pointer == NULL) return malloc(size);
  if (is_early(pointer)) {
    void *moved = malloc(size);
    const size_t rest = (size_t)(early + sizeof early - (char *)pointer);
    if (moved != NULL) memcpy(moved, pointer, size < rest ? size : rest);
    return moved;
  }
  void *moved = real_realloc(pointer, size);
  if (moved != NULL) {
    counts[reallocs] += 1;
    counts[requested] += size;
  } else if (size == 0) {
    counts[frees] += 1;
  }
  return moved;
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  FIND(int, real_posix_memalign, (void **, size_t, size_t))
  if (real_posix_memalign == NULL) return ENOMEM;
  const int error = real_posix_memalign(out, alignment, size);
  if (error == 0) counted(*out, size);
  return error;
}

void *aligned_alloc(size_t alignment, size_t size) {
  FIND(void *, real_aligned_alloc, (size_t, size_t))
  return real_aligned_alloc != NULL ? counted(real_aligned_alloc(alignment, size), size) : NULL;
}

void *memalign(size_t alignment, size_t size) {
  FIND(void *, real_memalign, (size_t, size_t))
  return real_memalign != NULL ? counted(real_memalign(alignment, size), size) : NULL;
}

#endif
