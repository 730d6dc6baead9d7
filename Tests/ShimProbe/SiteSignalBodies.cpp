// Allocation sites where signals interrupt the recording.

#include <csignal>
#include <dlfcn.h>
#include <time.h>
#include <ucontext.h>

#include <cstdio>

#include "Probe.hpp"
#include "SiteList.hpp"

namespace {

constexpr std::uint32_t main_tag = 1;
constexpr std::uint32_t handler_tag = 2;

const Shim *signalled_shim = nullptr;
std::uintptr_t shim_low = 0;
std::uintptr_t shim_high = 0;
volatile std::sig_atomic_t handled = 0;
volatile std::sig_atomic_t handled_pairs = 0;

std::uintptr_t interrupted_address(void *context) {
  const auto *machine = static_cast<ucontext_t *>(context);
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(machine->uc_mcontext.pc);
#endif
}

/// Allocates nothing, as a handler must, but reads its thread's counters.
void look(int, siginfo_t *, void *) {
  handled = handled + 1;
  if (signalled_shim->thread_counters()[KEYSTROKE_SHIM_ALLOCATIONS] == 0) std::abort();
}

/// Breaks this rule where it is safe: the signal interrupted the shim's code, so it did not interrupt jemalloc's.
void allocate_within_shim(int, siginfo_t *, void *context) {
  handled = handled + 1;
  const std::uintptr_t address = interrupted_address(context);
  if (address < shim_low || address >= shim_high) return;
  const std::uint32_t former = signalled_shim->set_tag(handler_tag);
  std::free(escape(std::malloc(48)));
  signalled_shim->set_tag(former);
  handled_pairs = handled_pairs + 1;
}

void find_shim_code(const Shim &shim) {
  Dl_info library{};
  dladdr(reinterpret_cast<void *>(shim.abi_version), &library);
  std::FILE *maps = std::fopen("/proc/self/maps", "r");
  char line[512];
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    std::uintptr_t low = 0;
    std::uintptr_t high = 0;
    if (std::sscanf(line, "%lx-%lx", &low, &high) != 2) continue;
    const auto code = reinterpret_cast<std::uintptr_t>(shim.abi_version);
    if (low <= code && code < high) {
      shim_low = low;
      shim_high = high;
    }
  }
  if (maps != nullptr) std::fclose(maps);
}

void interrupt_every_millisecond(bool on) {
  static timer_t timer;
  if (!on) {
    timer_delete(timer);
    return;
  }
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGPROF;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) std::abort();
  const timespec millisecond{0, 1'000'000};
  const itimerspec interval{millisecond, millisecond};
  timer_settime(timer, 0, &interval, nullptr);
}

[[gnu::noinline]] void *make_deep(std::size_t depth) {
  void *block = depth > 0 ? make_deep(depth - 1) : escape(std::malloc(100));
  asm volatile("");
  return block;
}

/// Allocates from stacks of many depths until enough signals have been handled.
void run_under_signals(Probe &probe, void (*handler)(int, siginfo_t *, void *)) {
  signalled_shim = &probe.shim;
  find_shim_code(probe.shim);
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  probe.shim.set_recording(true);
  probe.shim.set_tag(main_tag);
  std::free(make_deep(1));
  std::int64_t pairs = 1;
  interrupt_every_millisecond(true);
  while (handled < static_cast<std::sig_atomic_t>(probe.times)) {
    for (std::size_t depth = 0; depth < 40; depth++, pairs++) std::free(make_deep(depth));
  }
  interrupt_every_millisecond(false);
  probe.shim.set_recording(false);

  const SiteList list = SiteList::read(probe.shim);
  const SiteRecord sum = list.sum(main_tag);
  const SiteRecord handlers = list.sum(handler_tag);
  probe.findings.add("missing", pairs - sum.allocations);
  probe.findings.add("live", sum.live_blocks + handlers.live_blocks);
  probe.findings.add("handlers_missing", 2 * (handled_pairs - handlers.allocations) -
                                             list.losses[KEYSTROKE_SHIM_LOST_INTERRUPTIONS]);
  probe.findings.add("handlers_allocated", handled_pairs > 0);
  probe.findings.add(
      "other_losses", list.lost() - list.losses[KEYSTROKE_SHIM_LOST_INTERRUPTIONS]);
  probe.findings.add("interruptions", list.losses[KEYSTROKE_SHIM_LOST_INTERRUPTIONS] > 0);
}

void run_site_signals(Probe &probe) { run_under_signals(probe, look); }

void run_site_reentry(Probe &probe) { run_under_signals(probe, allocate_within_shim); }

void allocate_in_handler(int) { std::free(escape(std::malloc(100))); }

/// Runs a handler on the thread's stack, then one on a separate stack.
void run_site_handler_stack(Probe &probe) {
  static char own_stack[1 << 16];
  stack_t stack{};
  stack.ss_sp = own_stack;
  stack.ss_size = sizeof own_stack;
  sigaltstack(&stack, nullptr);
  probe.shim.set_recording(true);
  for (const bool has_own : {false, true}) {
    struct sigaction action{};
    action.sa_handler = allocate_in_handler;
    action.sa_flags = has_own ? SA_ONSTACK : 0;
    sigaction(SIGUSR1, &action, nullptr);
    probe.shim.set_tag(has_own ? handler_tag : main_tag);
    raise(SIGUSR1);
  }
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  for (const SiteRecord &site : list.sites) {
    const auto depth = static_cast<std::int64_t>(site.frames.size());
    probe.findings.add(site.tag == main_tag ? "depth" : "depth_on_own_stack", depth);
  }
}

}  // namespace

const Body site_signal_bodies[] = {
    {"site-signals", run_site_signals},
    {"site-reentry", run_site_reentry},
    {"site-handler-stack", run_site_handler_stack},
    {nullptr, nullptr},
};
