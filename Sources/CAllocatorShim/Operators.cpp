// The twenty replaceable allocation functions of C++.
//
// libjemalloc exports its own, which would bypass the shim; libstdc++'s would call malloc, but the executable decides
// which of the two comes first.
//
// Written in C++ because the standard's rules need it: operator new calls the new-handler until there is memory or no
// handler, then throws std::bad_alloc; the nothrow form catches the handler's exceptions. libjemalloc.so already links
// libstdc++, so no other library is loaded for it.
//
// As in the standard's defaults ([new.delete]), only four functions do the work and the others call
// those, through the dynamic linker: if a program replaces only operator new, its replacement is
// used everywhere. `noinline` ensures that.

#include "Heap.h"
#include "Recorder.h"
#include "Slots.h"

#if !KEYSTROKE_SANITIZED

#include <cstdlib>
#include <new>

namespace {

KEYSTROKE_APART void *allocate_aligned(std::size_t size, std::size_t alignment) noexcept {
  void *pointer = keystroke_heap_aligned(alignment, size);
  const auto mode = keystroke_mode();
  if (mode == KEYSTROKE_IDLE || pointer == nullptr) return pointer;
  const std::size_t usable = keystroke_heap_usable(pointer);
  keystroke_allocated(size, usable);
  if (mode == KEYSTROKE_RECORDING) {
    keystroke_record_allocated(pointer, size, usable, __builtin_frame_address(0));
  }
  return pointer;
}

/// Repeats `attempt` after each call of the new-handler, which may have made memory available.
template <typename Attempt>
[[gnu::cold, gnu::noinline]] void *retry(Attempt attempt) {
  while (true) {
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
    if (void *pointer = attempt()) return pointer;
  }
}

}  // namespace

// MARK: The four functions that do the work

[[gnu::noinline]] void *operator new(std::size_t size) {
  void *pointer = std::malloc(size);
  if (pointer != nullptr) return pointer;
  return retry([=] { return std::malloc(size); });
}

[[gnu::noinline]] void *operator new(std::size_t size, std::align_val_t alignment) {
  const auto bytes = static_cast<std::size_t>(alignment);
  void *pointer = allocate_aligned(size, bytes);
  if (pointer != nullptr) return pointer;
  return retry([=] { return allocate_aligned(size, bytes); });
}

[[gnu::noinline]] void operator delete(void *pointer) noexcept { std::free(pointer); }

[[gnu::noinline]] void operator delete(void *pointer, std::align_val_t) noexcept {
  std::free(pointer);
}

// MARK: new

void *operator new[](std::size_t size) { return ::operator new(size); }

void *operator new[](std::size_t size, std::align_val_t alignment) {
  return ::operator new(size, alignment);
}

void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  try {
    return ::operator new(size);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  try {
    return ::operator new[](size);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void *operator new(
    std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  try {
    return ::operator new(size, alignment);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void *operator new[](
    std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  try {
    return ::operator new[](size, alignment);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

// MARK: delete

void operator delete[](void *pointer) noexcept { ::operator delete(pointer); }

void operator delete[](void *pointer, std::align_val_t alignment) noexcept {
  ::operator delete(pointer, alignment);
}

void operator delete(void *pointer, const std::nothrow_t &) noexcept {
  ::operator delete(pointer);
}

void operator delete[](void *pointer, const std::nothrow_t &) noexcept {
  ::operator delete[](pointer);
}

void operator delete(
    void *pointer, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  ::operator delete(pointer, alignment);
}

void operator delete[](
    void *pointer, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  ::operator delete[](pointer, alignment);
}

void operator delete(void *pointer, std::size_t) noexcept { ::operator delete(pointer); }

void operator delete[](void *pointer, std::size_t) noexcept { ::operator delete[](pointer); }

void operator delete(void *pointer, std::size_t, std::align_val_t alignment) noexcept {
  ::operator delete(pointer, alignment);
}

void operator delete[](void *pointer, std::size_t, std::align_val_t alignment) noexcept {
  ::operator delete[](pointer, alignment);
}

#endif
