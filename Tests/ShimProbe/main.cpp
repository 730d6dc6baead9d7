// Runs one body of known heap traffic and prints what the shim counted, one `name=value` a line.
//
//     LD_PRELOAD=libAllocatorShim.so ShimProbe <verb> [times]
//
// Without the shim the body runs and nothing is printed but `shim=0` and the body's findings, so
// that another tool can count the same bodies. Exit status 64: no such verb.

#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "Probe.hpp"

namespace {

const Body *find_body(const char *verb) {
  for (const Body *bodies : {malloc_bodies, failure_bodies, operator_bodies, thread_bodies,
                             process_bodies, site_bodies, bench_bodies}) {
    for (const Body *body = bodies; body->verb != nullptr; body++) {
      if (std::strcmp(body->verb, verb) == 0) return body;
    }
  }
  return nullptr;
}

/// Bodies that use the shim's functions cannot run without it.
bool runs_without_shim(const char *verb) {
  for (const char *other : {"malloc", "mixture", "leak", "bench"}) {
    if (std::strcmp(other, verb) == 0) return true;
  }
  return false;
}

void print(const char *name, std::int64_t value) { std::printf("%s=%" PRId64 "\n", name, value); }

void print(const Counters &change) {
  static const char *const names[] = {
      "allocations",        "requested_bytes", "usable_bytes", "frees",
      "freed_usable_bytes", "reallocs",        "live_bytes",   "peak_live_bytes",
  };
  for (std::size_t i = 0; i < change.shim.size(); i++) print(names[i], change.shim[i]);
  print("jemalloc_allocated", change.jemalloc_allocated);
  print("jemalloc_deallocated", change.jemalloc_deallocated);
}

}  // namespace

int main(int count, char **arguments) {
  const Body *body = count > 1 ? find_body(arguments[1]) : nullptr;
  if (body == nullptr) {
    std::fprintf(stderr, "usage: ShimProbe <verb> [times]\n");
    return 64;
  }
  Probe probe{Shim::find(), 1, {}};
  if (count > 2) probe.times = std::strtoull(arguments[2], nullptr, 10);
  if (!probe.shim.is_loaded() && !runs_without_shim(body->verb)) {
    std::fprintf(stderr, "ShimProbe: %s needs libAllocatorShim.so in LD_PRELOAD\n", body->verb);
    return 69;
  }

  if (probe.shim.is_loaded()) probe.shim.reset_peak();
  const Counters before = Counters::of_thread(probe.shim);
  body->run(probe);
  Counters change = Counters::of_thread(probe.shim) - before;

  print("shim", probe.shim.is_loaded());
  if (probe.shim.is_loaded()) print(change);
  for (const Findings::Finding &finding : probe.findings) print(finding.name, finding.value);
  return 0;
}
