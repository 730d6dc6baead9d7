#include "Shim.hpp"

#include <dlfcn.h>

namespace {

template <typename Function>
void look_up(Function &function, const char *name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

std::int64_t read_jemalloc(const Shim &shim, const char *name) {
  std::uint64_t value = 0;
  std::size_t size = sizeof value;
  if (shim.mallctl == nullptr || shim.mallctl(name, &value, &size, nullptr, 0) != 0) return -1;
  return static_cast<std::int64_t>(value);
}

}  // namespace

Shim Shim::find() {
  Shim shim{};
  look_up(shim.abi_version, "keystroke_shim_abi_version");
  look_up(shim.thread_counters, "keystroke_shim_thread_counters");
  look_up(shim.process_counters, "keystroke_shim_process_counters");
  look_up(shim.reset_peak, "keystroke_shim_reset_peak");
  look_up(shim.set_counting, "keystroke_shim_set_counting");
  look_up(shim.allocator_version, "keystroke_shim_allocator_version");
  look_up(shim.set_recording, "keystroke_shim_set_recording");
  look_up(shim.set_tag, "keystroke_shim_set_tag");
  look_up(shim.reset_sites, "keystroke_shim_reset_sites");
  look_up(shim.next_site, "keystroke_shim_next_site");
  look_up(shim.lost_sites, "keystroke_shim_lost_sites");
  look_up(shim.mallctl, "mallctl");
  return shim;
}

Counters Counters::of_thread(const Shim &shim) {
  Counters counters;
  if (!shim.is_loaded()) return counters;
  const std::uint64_t *slot = shim.thread_counters();
  for (std::size_t i = 0; i < counters.shim.size(); i++) {
    counters.shim[i] = static_cast<std::int64_t>(slot[i]);
  }
  counters.jemalloc_allocated = read_jemalloc(shim, "thread.allocated");
  counters.jemalloc_deallocated = read_jemalloc(shim, "thread.deallocated");
  return counters;
}

Counters Counters::of_process(const Shim &shim) {
  Counters counters;
  std::uint64_t sums[KEYSTROKE_SHIM_COUNTERS] = {};
  shim.process_counters(sums);
  for (std::size_t i = 0; i < counters.shim.size(); i++) {
    counters.shim[i] = static_cast<std::int64_t>(sums[i]);
  }
  return counters;
}

Counters Counters::operator-(const Counters &earlier) const {
  Counters difference;
  for (std::size_t i = 0; i < shim.size(); i++) difference.shim[i] = shim[i] - earlier.shim[i];
  difference.jemalloc_allocated = jemalloc_allocated - earlier.jemalloc_allocated;
  difference.jemalloc_deallocated = jemalloc_deallocated - earlier.jemalloc_deallocated;
  return difference;
}

Counters Counters::operator+(const Counters &other) const {
  Counters sum;
  for (std::size_t i = 0; i < shim.size(); i++) sum.shim[i] = shim[i] + other.shim[i];
  sum.jemalloc_allocated = jemalloc_allocated + other.jemalloc_allocated;
  sum.jemalloc_deallocated = jemalloc_deallocated + other.jemalloc_deallocated;
  return sum;
}
