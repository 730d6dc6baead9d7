// The stacks of allocation sites, compared with the C library's unwinder.

#include <execinfo.h>

#include <algorithm>

#include "Probe.hpp"
#include "SiteList.hpp"

namespace {

[[gnu::noinline]] void *make(std::size_t size) {
  void *block = escape(std::malloc(size));
  asm volatile("");
  return block;
}

constexpr int traced = 64;
void *trace[traced];
int trace_depth = 0;

[[gnu::noinline]] void *make_and_trace(std::size_t size) {
  void *block = escape(std::malloc(size));
  trace_depth = backtrace(trace, traced);
  return block;
}

[[gnu::noinline]] void *descend(std::size_t depth, void *(*bottom)(std::size_t)) {
  void *block = depth > 0 ? descend(depth - 1, bottom) : bottom(100);
  asm volatile("");
  return block;
}

[[gnu::noinline]] void *move_down(std::size_t room, void *(*bottom)(std::size_t)) {
  escape(__builtin_alloca(room));
  void *block = bottom(100);
  asm volatile("");
  return block;
}

/// Reaches the same frame at the bottom along two paths, in the same place: one of the first path's frames stays in the
/// memory of the second one.
[[gnu::noinline]] void *move_down_twice(std::size_t room, void *(*bottom)(std::size_t)) {
  escape(__builtin_alloca(room));
  void *block = nullptr;
  if (room > 0) {
    block = move_down(hide(0), bottom);
    asm volatile("");
  } else {
    block = move_down(hide(16384), bottom);
    asm volatile("nop");
  }
  return block;
}

/// Compares the walk with the C library's unwinder, which reads debug information instead of frame pointers: from the
/// second frame on, since the innermost calls differ, and as far as main.
void run_site_backtrace(Probe &probe) {
  backtrace(trace, traced);  // loads a library the first time
  std::int64_t differing = 0;
  std::int64_t compared = 0;
  // The depth goes up and down, so that each walk shares frames with the previous one.
  for (const std::size_t depth : {20, 20, 3, 30, 7, 7, 8, 1, 40, 20}) {
    probe.shim.reset_sites();
    probe.shim.set_recording(true);
    void *first = descend(depth / 2, make);
    void *block = descend(depth, make_and_trace);
    probe.shim.set_recording(false);
    const SiteList list = SiteList::read(probe.shim);
    // backtrace's own frame is the caller of it, one place further on than malloc's.
    const SiteRecord &site = list.sites.back();
    for (std::size_t i = 1; i < depth + 3; i++) {
      compared += 1;
      differing += site.frames[i] != reinterpret_cast<std::uintptr_t>(trace[i]);
    }
    std::free(first);
    std::free(block);
  }
  probe.findings.add("compared", compared);
  probe.findings.add("differing", differing);
  probe.findings.add("lost", SiteList::read(probe.shim).lost());
}

/// Leaves stale frames: they are still where the last walk found them, but no longer on the stack.
void run_site_stale_frames(Probe &probe) {
  backtrace(trace, traced);
  static void *traces[3][traced];
  probe.shim.set_recording(true);
  // Hidden from the compiler, so that the loop is not unrolled: the callers must be the same in all turns.
  for (std::uint32_t turn = 0; turn < hide(3); turn++) {
    probe.shim.set_tag(turn);
    std::free(move_down_twice(turn % 2 == 0 ? 16384 : 0, make_and_trace));
    std::copy_n(trace, traced, traces[turn]);
  }
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  std::int64_t differing = 0;
  for (const SiteRecord &site : list.sites) {
    for (std::size_t i = 1; i < 5; i++) {
      differing += site.frames[i] != reinterpret_cast<std::uintptr_t>(traces[site.tag][i]);
    }
  }
  probe.findings.add("sites", static_cast<std::int64_t>(list.sites.size()));
  probe.findings.add("ways_differ", traces[0][2] != traces[1][2] && traces[0][2] == traces[2][2]);
  probe.findings.add("differing", differing);
}

}  // namespace

const Body site_stack_bodies[] = {
    {"site-backtrace", run_site_backtrace},
    {"site-stale-frames", run_site_stale_frames},
    {nullptr, nullptr},
};
