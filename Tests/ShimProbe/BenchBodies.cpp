// The cost of the shim, in picoseconds per malloc/free pair:
//
//     LD_PRELOAD=libjemalloc.so.2      ShimProbe bench 30000         bare jemalloc
//     LD_PRELOAD=./libAllocatorShim.so ShimProbe bench 30000         counting
//     LD_PRELOAD=./libAllocatorShim.so ShimProbe bench-idle 30000    counting switched off
//     LD_PRELOAD=./libAllocatorShim.so ShimProbe overheads 3000      all of them, in one process

#include <dlfcn.h>
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

/// Returns the fastest of `times` runs of `pass`, in picoseconds per pair of its `batch` pairs.
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
  // One block at a time: the same block again and again.
  probe.findings.add("pair_ps", fastest(probe.times, [] {
    for (std::size_t i = 0; i < batch; i++) std::free(escape(std::malloc(64)));
  }));
  // Many blocks at a time, freed in the order of allocation.
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

// MARK: Overheads compared

using Malloc = void *(*)(std::size_t);
using Free = void (*)(void *);

/// Makes pairs at the end of a stack of the given depth.
[[gnu::noinline]] void pairs_at_depth(std::size_t depth, Malloc allocate, Free release) {
  if (depth > 0) {
    pairs_at_depth(depth - 1, allocate, release);
    // Otherwise the call would be a jump, and leave no frame.
    asm volatile("");
    return;
  }
  for (std::size_t i = 0; i < batch; i++) release(escape(allocate(64)));
}

void go_left(std::size_t path, std::size_t depth, Malloc allocate, Free release);
void go_right(std::size_t path, std::size_t depth, Malloc allocate, Free release);

/// Makes a pair from one of 64 stacks: six of its calls choose between two functions each.
inline void go(std::size_t path, std::size_t depth, Malloc allocate, Free release) {
  if (depth == 0) {
    release(escape(allocate(64)));
  } else {
    ((path & 1) != 0 ? go_left : go_right)(path >> 1, depth - 1, allocate, release);
  }
  asm volatile("");
}

[[gnu::noinline]] void go_left(
    std::size_t path, std::size_t depth, Malloc allocate, Free release) {
  go(path, depth, allocate, release);
  asm volatile("nop");
}

[[gnu::noinline]] void go_right(
    std::size_t path, std::size_t depth, Malloc allocate, Free release) {
  go(path, depth, allocate, release);
}

[[gnu::noinline]] void paths_at_depth(std::size_t depth, Malloc allocate, Free release) {
  if (depth > 0) {
    paths_at_depth(depth - 1, allocate, release);
    asm volatile("");
    return;
  }
  std::size_t state = 1;
  for (std::size_t i = 0; i < batch; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    go(state >> 58, 6, allocate, release);
  }
}

/// Reports the fewest picoseconds of each variant, measured in turn, so that all run under the same conditions.
void compare_overheads(Probe &probe) {
  void *jemalloc = dlopen("libjemalloc.so.2", RTLD_NOW | RTLD_NOLOAD);
  if (jemalloc == nullptr) std::abort();
  const auto bare_malloc = reinterpret_cast<Malloc>(dlsym(jemalloc, "malloc"));
  const auto bare_free = reinterpret_cast<Free>(dlsym(jemalloc, "free"));
  // The frames of main, compare_overheads and the bodies make up the rest of 20.
  constexpr std::size_t depth = 16;
  enum { bare, idle, counting, sites, bare_paths, counting_paths, sites_paths, ways };
  std::int64_t best[ways];
  std::fill(std::begin(best), std::end(best), INT64_MAX);
  const auto time = [&](int way, auto body) {
    best[way] = std::min(best[way], fastest(1, body));
  };
  for (std::size_t i = 0; i < probe.times; i++) {
    time(bare, [=] { pairs_at_depth(depth, bare_malloc, bare_free); });
    time(bare_paths, [=] { paths_at_depth(depth - 7, bare_malloc, bare_free); });
    probe.shim.set_counting(false);
    time(idle, [] { pairs_at_depth(depth, std::malloc, std::free); });
    probe.shim.set_counting(true);
    time(counting, [] { pairs_at_depth(depth, std::malloc, std::free); });
    time(counting_paths, [] { paths_at_depth(depth - 7, std::malloc, std::free); });
    probe.shim.set_recording(true);
    time(sites, [] { pairs_at_depth(depth, std::malloc, std::free); });
    time(sites_paths, [] { paths_at_depth(depth - 7, std::malloc, std::free); });
    probe.shim.set_recording(false);
  }
  static const char *const names[] = {"bare_ps", "idle_ps", "counting_ps", "sites_ps",
                                      "bare_paths_ps", "counting_paths_ps", "sites_paths_ps"};
  for (int way = 0; way < ways; way++) probe.findings.add(names[way], best[way]);

  std::uint64_t cursor[2] = {};
  std::uint64_t site[KEYSTROKE_SHIM_SITE_FIGURES];
  std::uintptr_t frames[KEYSTROKE_SHIM_STACK_DEPTH];
  std::int64_t deepest = 0;
  std::int64_t count = 0;
  while (probe.shim.next_site(cursor, site, frames)) {
    deepest = std::max(deepest, static_cast<std::int64_t>(site[KEYSTROKE_SHIM_SITE_DEPTH]));
    count += 1;
  }
  probe.findings.add("sites", count);
  probe.findings.add("depth", deepest);
}

}  // namespace

const Body bench_bodies[] = {
    {"bench", time_pairs},
    {"bench-idle", time_pairs_idle},
    {"overheads", compare_overheads},
    {nullptr, nullptr},
};
