// Runs one body of known heap traffic and prints the shim's counts, one `name=value` per line.
//
//     LD_PRELOAD=libAllocatorShim.so ShimProbe <verb> [times] [argument]
//     LD_PRELOAD=libAllocatorShim.so ShimProbe sites:<verb> [times]    also records the sites
//
// Without the shim the body runs, and only `shim=0` and the body's findings are printed, so that another tool can count
// the same bodies. Exit status 64: unknown verb.

#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "Probe.hpp"
#include "SiteList.hpp"

namespace {

const Body *find_body(const char *verb) {
  for (const Body *bodies : {malloc_bodies, failure_bodies, operator_bodies, thread_bodies,
                             process_bodies, site_bodies, site_stack_bodies, site_thread_bodies,
                             site_fault_bodies, site_signal_bodies, bench_bodies}) {
    for (const Body *body = bodies; body->verb != nullptr; body++) {
      if (std::strcmp(body->verb, verb) == 0) return body;
    }
  }
  return nullptr;
}

/// Returns true if the body does not use the shim's functions, and can run without it.
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

/// Prints the sums over all sites, for comparison with the counters.
void print_sites(const Shim &shim) {
  const SiteList list = SiteList::read(shim);
  const SiteRecord sum = list.sum(0);
  print("site_allocations", sum.allocations);
  print("site_requested_bytes", sum.requested_bytes);
  print("site_reallocs", sum.reallocs);
  print("site_live_bytes", sum.live_bytes);
  print("site_lost", list.lost());
}

}  // namespace

int main(int count, char **arguments) {
  const char *verb = count > 1 ? arguments[1] : "";
  const bool records = std::strncmp(verb, "sites:", 6) == 0;
  const Body *body = find_body(records ? verb + 6 : verb);
  if (body == nullptr) {
    std::fprintf(stderr, "usage: ShimProbe <verb> [times]\n");
    return 64;
  }
  Probe probe{Shim::find(), 1, nullptr, {}};
  if (count > 2) probe.times = std::strtoull(arguments[2], nullptr, 10);
  if (count > 3) probe.argument = arguments[3];
  if (!probe.shim.is_loaded() && (records || !runs_without_shim(body->verb))) {
    std::fprintf(stderr, "ShimProbe: %s needs libAllocatorShim.so in LD_PRELOAD\n", body->verb);
    return 69;
  }

  if (records && !probe.shim.set_recording(true)) std::abort();
  if (probe.shim.is_loaded()) probe.shim.reset_peak();
  const Counters before = Counters::of_thread(probe.shim);
  body->run(probe);
  Counters change = Counters::of_thread(probe.shim) - before;
  if (records) probe.shim.set_recording(false);

  print("shim", probe.shim.is_loaded());
  if (probe.shim.is_loaded()) print(change);
  for (const Findings::Finding &finding : probe.findings) print(finding.name, finding.value);
  if (records) print_sites(probe.shim);
  return 0;
}
