#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dladdr
#endif

#include "Heap.h"

#if !KEYSTROKE_SANITIZED

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

// MARK: Before the constructor has run

static void *out_of_memory(void) {
  errno = ENOMEM;
  return NULL;
}

static void *mallocx_or_errno(size_t size, int flags) {
  // This is jemalloc's limit, too; beyond it, mallocx's arithmetic is not guaranteed to be safe.
  if (size > PTRDIFF_MAX) return out_of_memory();
  void *pointer = mallocx(size == 0 ? 1 : size, flags);
  return pointer != NULL ? pointer : out_of_memory();
}

static void *early_malloc(size_t size) { return mallocx_or_errno(size, 0); }

static void early_free(void *pointer) {
  if (pointer != NULL) dallocx(pointer, 0);
}

static void *early_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return out_of_memory();
  return mallocx_or_errno(bytes, MALLOCX_ZERO);
}

static void *early_realloc(void *pointer, size_t size) {
  if (pointer == NULL) return early_malloc(size);
  if (size == 0) {
    dallocx(pointer, 0);
    return NULL;
  }
  if (size > PTRDIFF_MAX) return out_of_memory();
  void *moved = rallocx(pointer, size, 0);
  return moved != NULL ? moved : out_of_memory();
}

struct keystroke_heap keystroke_heap = {
    .malloc = early_malloc,
    .free = early_free,
    .calloc = early_calloc,
    .realloc = early_realloc,
};

void *keystroke_heap_aligned(size_t alignment, size_t size) {
  return mallocx_or_errno(size, MALLOCX_ALIGN(alignment));
}

// MARK: The constructor

/// Puts libjemalloc's own functions into `keystroke_heap`.
///
/// RTLD_NEXT would find libc's malloc, which comes before libjemalloc in the search order: only
/// the object that contains mallocx is certain to share a heap with it. A function that cannot be
/// found, or is the shim's own, keeps its early form, which is slower and as correct.
__attribute__((constructor)) static void find_heap(void) {
  Dl_info where;
  if (dladdr((void *)(uintptr_t)&mallocx, &where) == 0 || where.dli_fname == NULL) return;
  void *library = dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return;

  void *const found_malloc = dlsym(library, "malloc");
  void *const found_free = dlsym(library, "free");
  void *const found_calloc = dlsym(library, "calloc");
  void *const found_realloc = dlsym(library, "realloc");
  dlclose(library);

  void *const functions[] = {found_malloc, found_free, found_calloc, found_realloc};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    Dl_info holder;
    if (functions[i] == NULL || dladdr(functions[i], &holder) == 0) return;
    if (holder.dli_fbase != where.dli_fbase) return;
  }

  // Another thread may already be allocating, if an earlier constructor started one.
  __atomic_store_n((void **)&keystroke_heap.malloc, found_malloc, __ATOMIC_RELAXED);
  __atomic_store_n((void **)&keystroke_heap.free, found_free, __ATOMIC_RELAXED);
  __atomic_store_n((void **)&keystroke_heap.calloc, found_calloc, __ATOMIC_RELAXED);
  __atomic_store_n((void **)&keystroke_heap.realloc, found_realloc, __ATOMIC_RELAXED);
}

#endif
