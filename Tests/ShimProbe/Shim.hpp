#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../../Sources/CAllocatorShim/include/AllocatorShim.h"

/// The preloaded shim's functions, found as every user of the shim finds them. All null without it.
struct Shim {
  decltype(&keystroke_shim_abi_version) abi_version;
  decltype(&keystroke_shim_thread_counters) thread_counters;
  decltype(&keystroke_shim_process_counters) process_counters;
  decltype(&keystroke_shim_reset_peak) reset_peak;
  decltype(&keystroke_shim_set_counting) set_counting;
  decltype(&keystroke_shim_allocator_version) allocator_version;
  decltype(&keystroke_shim_set_recording) set_recording;
  decltype(&keystroke_shim_set_tag) set_tag;
  decltype(&keystroke_shim_reset_sites) reset_sites;
  decltype(&keystroke_shim_next_site) next_site;
  decltype(&keystroke_shim_lost_sites) lost_sites;
  /// jemalloc's, which counts bytes by itself.
  int (*mallctl)(const char *, void *, std::size_t *, void *, std::size_t);

  static Shim find();

  bool is_loaded() const { return abi_version != nullptr; }
};

/// Two independent views of what the calling thread did to the heap.
struct Counters {
  std::array<std::int64_t, KEYSTROKE_SHIM_COUNTERS> shim{};
  /// jemalloc's thread.allocated and thread.deallocated: usable bytes.
  std::int64_t jemalloc_allocated = 0;
  std::int64_t jemalloc_deallocated = 0;

  /// The calling thread's, now.
  static Counters of_thread(const Shim &shim);

  /// The whole process's, now; jemalloc's are left at 0.
  static Counters of_process(const Shim &shim);

  Counters operator-(const Counters &earlier) const;
  Counters operator+(const Counters &other) const;
};
