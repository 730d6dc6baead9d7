// What the shim costs, in picoseconds a malloc/free pair:
//
//     LD_PRELOAD=libjemalloc.so.2      ShimProbe bench 30000         bare jemalloc
//     LD_PRELOAD=./libAllocatorShim.so ShimProbe bench 30000         counting
//     LD_PRELOAD=./libAllocatorShim.so ShimProbe bench-idle 30000    counting switched off

#include <time.h>

#include <algorithm>

#include "Probe.hpp"

namespace {

constexpr std::size_t batch = 1000;

std::int64_t nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

/// The fastest of `times` runs of `pass`, in picoseconds for each of its `batch` pairs.
template <typename Pass>
std::int64_t fastest(std::size_t times, Pass pass) {
  std::int64_t best = INT64_MAX;
  for (std::size_t i = 0; i < times; i++) {
    const std::int64_t start = nanoseconds();
    pass();
    best = std::min(best, nanoseconds() - start);
  }
  return best * 1000 / static_cast<std::int64_t>(batch);
}

void time_pairs(Probe &probe) {
  // One block at a time: the same one over and over.
  probe.findings.add("pair_ps", fastest(probe.times, [] {
    for (std::size_t i = 0; i < batch; i++) std::free(escape(std::malloc(64)));
  }));
  // Many blocks at a time, freed in the order they came.
  static void *blocks[batch];
  probe.findings.add("batch_pair_ps", fastest(probe.times, [] {
    for (void *&block : blocks) block = escape(std::malloc(64));
    for (void *block : blocks) std::free(block);
  }));
}

void time_pairs_idle(Probe &probe) {
  probe.shim.set_counting(false);
  time_pairs(probe);
  probe.shim.set_counting(true);
}

}  // namespace

const Body bench_bodies[] = {
    {"bench", time_pairs},
    {"bench-idle", time_pairs_idle},
    {nullptr, nullptr},
};
