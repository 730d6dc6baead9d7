// The C entry points when they succeed.

#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>
#include <cstring>

#include "Probe.hpp"

namespace {

constexpr std::size_t largest_alignment = 65536;

void run_malloc(Probe &probe) {
  for (std::size_t i = 0; i < probe.times; i++) std::free(escape(std::malloc(100)));
}

/// Writes to the memory before freeing it, so that calloc has something to clear.
void run_calloc(Probe &probe) {
  std::int64_t dirty = 0;
  for (std::size_t i = 0; i < probe.times; i++) {
    auto *bytes = static_cast<unsigned char *>(escape(std::calloc(10, 10)));
    for (int j = 0; j < 100; j++) dirty += bytes[j] != 0;
    std::memset(bytes, 0xff, 100);
    std::free(escape(bytes));
  }
  probe.findings.add("dirty_bytes", dirty);
}

void run_realloc(Probe &probe) {
  std::int64_t lost = 0;
  for (std::size_t i = 0; i < probe.times; i++) {
    auto *bytes = static_cast<unsigned char *>(escape(std::malloc(100)));
    std::memset(bytes, 7, 100);
    bytes = static_cast<unsigned char *>(escape(std::realloc(bytes, 5000)));
    bytes = static_cast<unsigned char *>(escape(std::realloc(bytes, 50)));
    for (int j = 0; j < 50; j++) lost += bytes[j] != 7;
    std::free(escape(bytes));
  }
  probe.findings.add("lost_bytes", lost);
}

/// Resizes 100 bytes to 110, which share a size class: the block stays in place, and counts as a realloc.
void run_realloc_in_place(Probe &probe) {
  void *before = escape(std::malloc(100));
  const auto address = reinterpret_cast<std::uintptr_t>(before);
  void *after = escape(std::realloc(before, 110));
  probe.findings.add("moved", reinterpret_cast<std::uintptr_t>(after) != address);
  std::free(after);
}

void run_realloc_null(Probe &probe) {
  void *pointer = escape(std::realloc(nullptr, hide(100)));
  probe.findings.add("is_null", pointer == nullptr);
  std::free(pointer);
}

void run_realloc_zero(Probe &probe) {
  void *pointer = escape(std::malloc(100));
  probe.findings.add("is_null", escape(std::realloc(pointer, hide(0))) == nullptr);
}

void run_reallocarray(Probe &probe) {
  void *pointer = escape(reallocarray(nullptr, 10, 10));
  pointer = escape(reallocarray(pointer, 20, 10));
  probe.findings.add("is_null", pointer == nullptr);
  std::free(pointer);
}

void run_posix_memalign(Probe &probe) {
  std::int64_t misaligned = 0;
  std::int64_t errors = 0;
  for (std::size_t a = sizeof(void *); a <= largest_alignment; a *= 2) {
    void *pointer = nullptr;
    errors += posix_memalign(&pointer, a, 100) != 0;
    misaligned += !is_aligned(escape(pointer), a);
    std::free(pointer);
  }
  probe.findings.add("misaligned", misaligned);
  probe.findings.add("errors", errors);
}

template <void *(*Allocate)(std::size_t, std::size_t)>
void run_aligned(Probe &probe) {
  std::int64_t misaligned = 0;
  for (std::size_t a = 1; a <= largest_alignment; a *= 2) {
    void *pointer = escape(Allocate(a, hide(100)));
    misaligned += pointer == nullptr || !is_aligned(pointer, a);
    std::free(pointer);
  }
  probe.findings.add("misaligned", misaligned);
}

void run_valloc(Probe &probe) {
  void *pointer = escape(valloc(100));
  probe.findings.add("misaligned", !is_aligned(pointer, 4096));
  std::free(pointer);
}

void run_pvalloc(Probe &probe) {
  void *pointer = escape(pvalloc(5000));
  probe.findings.add("misaligned", !is_aligned(pointer, 4096));
  probe.findings.add("usable", static_cast<std::int64_t>(malloc_usable_size(pointer)));
  std::free(pointer);
}

void run_malloc_usable_size(Probe &probe) {
  void *pointer = escape(std::malloc(100));
  probe.findings.add("usable", static_cast<std::int64_t>(malloc_usable_size(pointer)));
  probe.findings.add("of_null", static_cast<std::int64_t>(malloc_usable_size(nullptr)));
  std::free(pointer);
}

// The two functions of C23 are not in every C library, so they are looked up.

void run_free_sized(Probe &probe) {
  auto *free_sized =
      reinterpret_cast<void (*)(void *, std::size_t)>(dlsym(RTLD_DEFAULT, "free_sized"));
  probe.findings.add("is_found", free_sized != nullptr);
  if (free_sized == nullptr) return;
  free_sized(escape(std::malloc(100)), 100);
  free_sized(nullptr, 0);
}

void run_free_aligned_sized(Probe &probe) {
  auto *free_aligned_sized = reinterpret_cast<void (*)(void *, std::size_t, std::size_t)>(
      dlsym(RTLD_DEFAULT, "free_aligned_sized"));
  probe.findings.add("is_found", free_aligned_sized != nullptr);
  if (free_aligned_sized == nullptr) return;
  free_aligned_sized(escape(std::aligned_alloc(256, 512)), 256, 512);
  free_aligned_sized(nullptr, 256, 0);
}

void run_free_null(Probe &) {
  for (int i = 0; i < 100; i++) std::free(escape(nullptr));
}

void run_size_zero(Probe &probe) {
  const std::size_t zero = hide(0);
  void *pointers[] = {
      std::malloc(zero),           std::calloc(zero, 5),
      std::calloc(5, zero),        std::realloc(nullptr, zero),
      reallocarray(nullptr, zero, 8), std::aligned_alloc(64, zero),
      memalign(64, zero),          valloc(zero),
      pvalloc(zero),               nullptr,
  };
  const int error = posix_memalign(&pointers[9], 64, zero);
  std::int64_t nulls = 0;
  std::int64_t twins = 0;
  for (void *one : pointers) {
    escape(one);
    nulls += one == nullptr;
    for (void *other : pointers) twins += one == other;
  }
  for (void *pointer : pointers) std::free(pointer);
  probe.findings.add("errors", error != 0);
  probe.findings.add("nulls", nulls);
  // Each block is equal to itself.
  probe.findings.add("twins", twins - 10);
}

/// Allocates sizes from the smallest class up to sizes that come directly from the kernel and return to it.
void run_sizes(Probe &probe) {
  std::int64_t slack = 0;
  for (std::size_t size = 1; size <= std::size_t{64} << 20; size = size * 3 / 2 + 1) {
    auto *bytes = static_cast<unsigned char *>(escape(std::malloc(size)));
    bytes[0] = bytes[size - 1] = 1;
    slack += malloc_usable_size(bytes) < size;
    std::free(escape(bytes));
  }
  probe.findings.add("too_small", slack);
}

void run_peak(Probe &probe) {
  void *first = escape(std::malloc(1024));
  void *second = escape(std::malloc(2048));
  std::free(first);
  first = escape(std::malloc(512));
  std::free(first);
  std::free(second);
  const Counters now = Counters::of_thread(probe.shim);
  probe.shim.reset_peak();
  const Counters after = Counters::of_thread(probe.shim);
  probe.findings.add(
      "peak_above_live", now.shim[KEYSTROKE_SHIM_PEAK_LIVE_BYTES] -
                             now.shim[KEYSTROKE_SHIM_LIVE_BYTES]);
  probe.findings.add(
      "peak_above_live_after_reset", after.shim[KEYSTROKE_SHIM_PEAK_LIVE_BYTES] -
                                         after.shim[KEYSTROKE_SHIM_LIVE_BYTES]);
}

/// Makes a mixture of calls that memcheck counts too. Every round is the same.
void run_mixture(Probe &probe) {
  for (std::size_t i = 0; i < probe.times; i++) {
    std::free(escape(std::malloc(100)));
    std::free(escape(std::calloc(10, 10)));
    std::free(escape(std::realloc(escape(std::malloc(50)), 500)));
    void *aligned = nullptr;
    if (posix_memalign(&aligned, 64, 300) == 0) std::free(escape(aligned));
    ::operator delete(escape(::operator new(24)));
    ::operator delete[](escape(::operator new[](40)));
  }
}

/// Leaks blocks: an independent counter must see as many live blocks as the shim.
void run_leak(Probe &probe) {
  for (std::size_t i = 0; i < probe.times; i++) escape(std::malloc(33));
}

/// Allocates more bytes than 32 bits can count; no page of them is touched.
void run_gigabytes(Probe &probe) {
  for (std::size_t i = 0; i < probe.times; i++) std::free(escape(std::malloc(std::size_t{1} << 30)));
}

/// Sets counters to values as after months: it writes them directly, which no user of the shim may do.
void run_large_counters(Probe &probe) {
  auto *counters = const_cast<std::uint64_t *>(probe.shim.thread_counters());
  std::int64_t wrong = 0;
  for (const int bits : {32, 63}) {
    const Counters process_before = Counters::of_process(probe.shim);
    std::array<std::uint64_t, KEYSTROKE_SHIM_COUNTERS> former;
    std::copy_n(counters, former.size(), former.begin());
    // The last two counters are signed, and never so large.
    for (int i = 0; i < KEYSTROKE_SHIM_LIVE_BYTES; i++) counters[i] = (1ull << bits) - 50;
    const Counters before = Counters::of_thread(probe.shim);
    for (int i = 0; i < 100; i++) std::free(escape(std::realloc(escape(std::malloc(50)), 100)));
    const Counters change = Counters::of_thread(probe.shim) - before;
    const std::int64_t expected[] = {100, 15000, 17600, 100, 17600, 100, 0};
    for (int i = 0; i < KEYSTROKE_SHIM_PEAK_LIVE_BYTES; i++) wrong += change.shim[i] != expected[i];
    // The addition carried through the highest bit without a loss.
    wrong += counters[KEYSTROKE_SHIM_ALLOCATIONS] != (1ull << bits) + 50;
    std::copy_n(former.begin(), KEYSTROKE_SHIM_LIVE_BYTES, counters);
    wrong += (Counters::of_process(probe.shim) - process_before).shim[0] != 0;
  }
  probe.findings.add("wrong", wrong);
}

}  // namespace

const Body malloc_bodies[] = {
    {"malloc", run_malloc},
    {"calloc", run_calloc},
    {"realloc", run_realloc},
    {"realloc-in-place", run_realloc_in_place},
    {"realloc-null", run_realloc_null},
    {"realloc-zero", run_realloc_zero},
    {"reallocarray", run_reallocarray},
    {"posix-memalign", run_posix_memalign},
    {"aligned-alloc", run_aligned<aligned_alloc>},
    {"memalign", run_aligned<memalign>},
    {"valloc", run_valloc},
    {"pvalloc", run_pvalloc},
    {"malloc-usable-size", run_malloc_usable_size},
    {"free-sized", run_free_sized},
    {"free-aligned-sized", run_free_aligned_sized},
    {"free-null", run_free_null},
    {"size-zero", run_size_zero},
    {"sizes", run_sizes},
    {"peak", run_peak},
    {"mixture", run_mixture},
    {"leak", run_leak},
    {"gigabytes", run_gigabytes},
    {"large-counters", run_large_counters},
    {nullptr, nullptr},
};
