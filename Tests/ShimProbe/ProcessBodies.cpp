// The whole process: its start, fork, other libraries, the switch for counting.

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "Probe.hpp"

namespace {

// MARK: Before the constructors

/// Blocks allocated before any library's constructor has run, and the counts at that time.
struct Early {
  void *blocks[4];
  std::int64_t allocations;
  std::int64_t frees;
  std::int64_t reallocs;
  std::int64_t requested;
  std::int64_t refused;
} early;

/// Allocates early, only for the body that reports it: jemalloc reads MALLOC_CONF at its first call, and so early there
/// is no environment yet.
void use_heap_early(int count, char **arguments, char **) {
  if (count < 2 || std::strcmp(arguments[1], "early") != 0) return;
  const Shim shim = Shim::find();
  if (!shim.is_loaded()) return;
  const Counters before = Counters::of_thread(shim);
  early.blocks[0] = escape(std::malloc(100));
  early.blocks[1] = escape(std::calloc(10, 10));
  early.blocks[2] = escape(std::realloc(escape(std::malloc(50)), 500));
  early.blocks[3] = escape(std::realloc(nullptr, hide(100)));
  std::free(escape(std::malloc(100)));
  std::free(escape(nullptr));
  early.refused += escape(std::malloc(hide(PTRDIFF_MAX))) == nullptr;
  early.refused += escape(std::calloc(hide(SIZE_MAX / 2 + 1), 2)) == nullptr;
  early.refused += escape(std::realloc(early.blocks[0], hide(SIZE_MAX))) == nullptr;
  early.refused += escape(std::realloc(escape(std::malloc(10)), hide(0))) == nullptr;
  const Counters change = Counters::of_thread(shim) - before;
  early.allocations = change.shim[KEYSTROKE_SHIM_ALLOCATIONS];
  early.frees = change.shim[KEYSTROKE_SHIM_FREES];
  early.reallocs = change.shim[KEYSTROKE_SHIM_REALLOCS];
  early.requested = change.shim[KEYSTROKE_SHIM_REQUESTED_BYTES];
}

/// A section that only an executable can have; ld.so calls its functions before the first constructor.
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_constructors)(
    int, char **, char **) = use_heap_early;

/// Frees the early blocks now: there is one heap, however it was reached.
void run_early(Probe &probe) {
  for (void *block : early.blocks) std::free(block);
  probe.findings.add("early_allocations", early.allocations);
  probe.findings.add("early_frees", early.frees);
  probe.findings.add("early_reallocs", early.reallocs);
  probe.findings.add("early_requested", early.requested);
  probe.findings.add("early_refused", early.refused);
}

// MARK: Fork

std::atomic<bool> is_over{false};

void *use_heap(void *) {
  while (!is_over.load(std::memory_order_relaxed)) {
    for (std::size_t size = 16; size < 100000; size *= 3) {
      std::free(escape(std::realloc(escape(std::malloc(size)), size * 2)));
    }
  }
  return nullptr;
}

void *do_nothing(void *) {
  std::free(escape(std::malloc(100)));
  return nullptr;
}

/// Starts threads, which take and return slots.
void *make_threads(void *) {
  while (!is_over.load(std::memory_order_relaxed)) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, do_nothing, nullptr) == 0) pthread_join(thread, nullptr);
  }
  return nullptr;
}

const Shim *summed_shim = nullptr;

/// Holds the shim's lock nearly all of the time, so that forks happen while it is held.
void *sum_up(void *) {
  while (!is_over.load(std::memory_order_relaxed)) Counters::of_process(*summed_shim);
  return nullptr;
}

/// Checks the child: it counts, keeps its parent's figures, and can start threads. Returns its exit status.
int check_child(const Shim &shim, const Counters &parent) {
  const Counters before = Counters::of_thread(shim);
  if (before.shim != parent.shim) return 2;
  for (int i = 0; i < 100; i++) std::free(escape(std::malloc(100)));
  const Counters change = Counters::of_thread(shim) - before;
  if (change.shim[KEYSTROKE_SHIM_ALLOCATIONS] != 100) return 3;
  if (change.shim[KEYSTROKE_SHIM_FREES] != 100) return 4;
  if (change.shim[KEYSTROKE_SHIM_REQUESTED_BYTES] != 10000) return 5;

  const Counters process_before = Counters::of_process(shim);
  if (process_before.shim[0] < change.shim[0] + before.shim[0]) return 6;
  const Counters own_before = Counters::of_thread(shim);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, do_nothing, nullptr) != 0) return 7;
  pthread_join(thread, nullptr);
  const Counters own = Counters::of_thread(shim) - own_before;
  const Counters process = Counters::of_process(shim) - process_before;
  // The thread's one block, and this thread's work to create the thread.
  return process.shim[0] == own.shim[0] + 1 && process.shim[3] == own.shim[3] + 1 ? 0 : 8;
}

void run_fork(Probe &probe) {
  // Makes a deadlock end as a failure, instead of a test that never ends.
  alarm(300);
  summed_shim = &probe.shim;
  void *(*const loads[])(void *) = {use_heap, use_heap, make_threads, make_threads, sum_up};
  pthread_t threads[std::size(loads)];
  for (std::size_t i = 0; i < std::size(loads); i++) {
    if (pthread_create(&threads[i], nullptr, loads[i], nullptr) != 0) std::abort();
  }
  std::int64_t fine = 0;
  int failure = 0;
  for (std::size_t i = 0; i < probe.times && failure == 0; i++) {
    const Counters before = Counters::of_thread(probe.shim);
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      _exit(check_child(probe.shim, before));
    }
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0) {
      fine += 1;
    } else {
      failure = status != 0 ? status : -1;
    }
  }
  is_over = true;
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  probe.findings.add("children_fine", fine);
  probe.findings.add("failure", failure);
}

// MARK: Libraries

/// Loads and unloads a library, for which ld.so allocates and frees.
void run_dlopen(Probe &probe) {
  void *library = dlopen("libresolv.so.2", RTLD_NOW | RTLD_LOCAL);
  probe.findings.add("is_open", library != nullptr);
  const Counters now = Counters::of_thread(probe.shim);
  if (library != nullptr) dlclose(library);
  const Counters change = Counters::of_thread(probe.shim) - now;
  probe.findings.add("frees_at_close", change.shim[KEYSTROKE_SHIM_FREES]);
}

/// Checks that every function that must not reach another allocator comes from the shim.
void run_symbols(Probe &probe) {
  static const char *const names[] = {
      "malloc", "free", "calloc", "realloc", "reallocarray", "posix_memalign", "aligned_alloc",
      "memalign", "valloc", "pvalloc", "malloc_usable_size", "free_sized", "free_aligned_sized",
      "_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "_ZnwmSt11align_val_t",
      "_ZnamSt11align_val_t", "_ZnwmSt11align_val_tRKSt9nothrow_t",
      "_ZnamSt11align_val_tRKSt9nothrow_t", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm",
      "_ZdlPvRKSt9nothrow_t", "_ZdaPvRKSt9nothrow_t", "_ZdlPvSt11align_val_t",
      "_ZdaPvSt11align_val_t", "_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t",
      "_ZdlPvSt11align_val_tRKSt9nothrow_t", "_ZdaPvSt11align_val_tRKSt9nothrow_t",
  };
  Dl_info shim{};
  dladdr(reinterpret_cast<void *>(probe.shim.abi_version), &shim);
  std::int64_t own = 0;
  std::int64_t foreign = 0;
  for (const char *name : names) {
    Dl_info holder{};
    void *function = dlsym(RTLD_DEFAULT, name);
    const bool found = function != nullptr && dladdr(function, &holder) != 0;
    (found && holder.dli_fbase == shim.dli_fbase ? own : foreign) += 1;
  }
  probe.findings.add("from_shim", own);
  probe.findings.add("from_elsewhere", foreign);
}

// MARK: The switch

void run_counting_off(Probe &probe) {
  probe.findings.add("was_on", probe.shim.set_counting(false));
  std::free(escape(std::malloc(100)));
  std::free(escape(std::calloc(10, 10)));
  std::free(escape(std::realloc(escape(std::malloc(50)), 500)));
  std::free(escape(std::aligned_alloc(64, 128)));
  ::operator delete(escape(::operator new(24)));
  probe.findings.add("was_on_again", probe.shim.set_counting(true));
  std::free(escape(std::malloc(1)));
}

void run_version(Probe &probe) {
  probe.findings.add("abi_version", probe.shim.abi_version());
  int major = 0, minor = 0, patch = 0;
  const char *version = probe.shim.allocator_version();
  probe.findings.add("fields", std::sscanf(version, "%d.%d.%d", &major, &minor, &patch));
  probe.findings.add("major", major);
  probe.findings.add("minor", minor);
}

}  // namespace

const Body process_bodies[] = {
    {"early", run_early},
    {"fork", run_fork},
    {"dlopen", run_dlopen},
    {"symbols", run_symbols},
    {"counting-off", run_counting_off},
    {"version", run_version},
    {nullptr, nullptr},
};
