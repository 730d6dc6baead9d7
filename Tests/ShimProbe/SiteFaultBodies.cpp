// Allocation sites under faults: broken frames, no memory, libraries that are closed.

#include <dlfcn.h>
#include <pthread.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstring>

#include "Probe.hpp"
#include "SiteList.hpp"

// Calls malloc with any value as frame pointer, like code that has no frame pointers.
extern "C" void *malloc_with_frame_pointer(std::uintptr_t frame_pointer, std::size_t size);
#if defined(__x86_64__)
asm(R"(
.text
.type malloc_with_frame_pointer, @function
malloc_with_frame_pointer:
  push %rbp
  mov %rdi, %rbp
  mov %rsi, %rdi
  call malloc@PLT
  pop %rbp
  ret
.size malloc_with_frame_pointer, . - malloc_with_frame_pointer
)");
#elif defined(__aarch64__)
asm(R"(
.text
.type malloc_with_frame_pointer, %function
malloc_with_frame_pointer:
  stp x29, x30, [sp, -16]!
  mov x29, x0
  mov x0, x1
  bl malloc
  ldp x29, x30, [sp], 16
  ret
.size malloc_with_frame_pointer, . - malloc_with_frame_pointer
)");
#endif

namespace {

constexpr std::uint32_t main_tag = 1;
constexpr std::uint32_t other_tag = 2;

// MARK: Broken chains

void run_broken_frames(Probe &probe) {
  std::uintptr_t fake[8] = {};
  const auto here = reinterpret_cast<std::uintptr_t>(fake);
  // Null, odd, code, the heap, below the stack, beyond it, the kernel's, itself, and a frame whose caller is further
  // in.
  void *heap = escape(std::malloc(64));
  fake[0] = here;
  fake[1] = 1;
  fake[2] = here - 64;
  fake[3] = 2;
  fake[4] = ~std::uintptr_t{7};
  fake[5] = 3;
  const std::uintptr_t values[] = {
      0, 1, 8, here + 1, reinterpret_cast<std::uintptr_t>(&run_broken_frames),
      reinterpret_cast<std::uintptr_t>(heap), here - (std::size_t{1} << 20),
      here + (std::size_t{1} << 40), std::uintptr_t{1} << 63, ~std::uintptr_t{7},
      ~std::uintptr_t{0}, here, here + 16, here + 32,
  };
  probe.shim.set_recording(true);
  std::int64_t blocks = 0;
  for (const std::uintptr_t value : values) {
    std::free(escape(malloc_with_frame_pointer(value, 100)));
    std::free(escape(std::malloc(100)));
    blocks += 2;
  }
  // The last words of the stack: a frame there would reach beyond the end.
  std::uintptr_t low = 0;
  std::uintptr_t end = 0;
  std::FILE *maps = std::fopen("/proc/self/maps", "r");
  char line[512];
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    if (std::strstr(line, "[stack]") != nullptr) std::sscanf(line, "%lx-%lx", &low, &end);
  }
  if (maps != nullptr) std::fclose(maps);
  for (std::uintptr_t back = 8; back <= 64; back += 8) {
    std::free(escape(malloc_with_frame_pointer(end - back, 100)));
    blocks += 1;
  }
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  std::int64_t allocations = 0;
  for (const SiteRecord &site : list.sites) {
    if (!site.frames.empty()) allocations += site.allocations;
  }
  probe.findings.add("stack_is_known", low < here && here < end);
  // fopen's buffer and its FILE are two more allocations.
  probe.findings.add("missing", blocks + 2 - allocations);
  probe.findings.add("lost", list.lost());
  std::free(heap);
}

// MARK: No memory

/// Limits memory from some moment on, so that the kernel gives no more: the tables' contents stay correct.
void run_site_no_memory(Probe &probe) {
  static void *blocks[4000];
  probe.shim.set_recording(true);
  probe.shim.set_tag(main_tag);
  long pages = 0;
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld", &pages) != 1) std::abort();
  std::fclose(file);
  rlimit former{};
  getrlimit(RLIMIT_AS, &former);
  rlimit tight = former;
  tight.rlim_cur = static_cast<rlim_t>(pages) * 4096;
  setrlimit(RLIMIT_AS, &tight);
  probe.shim.set_tag(other_tag);
  std::int64_t granted = 0;
  for (void *&block : blocks) granted += (block = escape(std::malloc(16))) != nullptr;
  setrlimit(RLIMIT_AS, &former);
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  const std::int64_t untracked = list.losses[KEYSTROKE_SHIM_LOST_BLOCKS];
  probe.findings.add("granted", granted);
  probe.findings.add("missing", granted - list.sum(other_tag).allocations);
  probe.findings.add("unaccounted", granted - list.sum(other_tag).live_blocks - untracked);
  probe.findings.add("some_untracked", untracked > 0);
  for (void *block : blocks) std::free(block);

  // A thread that starts to record finds no room either, until there is some.
  probe.shim.reset_sites();
  setrlimit(RLIMIT_AS, &tight);
  const auto begin = [](void *shim) -> void * {
    return reinterpret_cast<void *>(
        std::uintptr_t{static_cast<const Shim *>(shim)->set_recording(true)});
  };
  probe.shim.set_recording(true);
  pthread_t thread;
  void *records = nullptr;
  const bool has_thread = pthread_create(&thread, nullptr, begin, &probe.shim) == 0;
  setrlimit(RLIMIT_AS, &former);
  if (has_thread) pthread_join(thread, &records);
  if (pthread_create(&thread, nullptr, begin, &probe.shim) != 0) std::abort();
  pthread_join(thread, &records);
  probe.findings.add("records_again", records != nullptr);
  probe.shim.set_recording(false);
}

// MARK: Libraries

[[gnu::noinline]] void *make_at_depth(std::size_t depth) {
  void *block = depth > 0 ? make_at_depth(depth - 1) : escape(std::malloc(100));
  asm volatile("");
  return block;
}

/// Closes a library that has allocated: its frames stay in the stacks, and the next walk works.
void run_site_library(Probe &probe) {
  void *library = dlopen(probe.argument, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::abort();
  const auto make = reinterpret_cast<void *(*)(std::size_t)>(dlsym(library, "plugin_make"));
  const auto address = reinterpret_cast<std::uintptr_t>(make);
  probe.shim.set_recording(true);
  probe.shim.set_tag(main_tag);
  void *block = escape(make(100));
  probe.shim.set_tag(other_tag);
  probe.findings.add("closed", dlclose(library) == 0);
  Dl_info holder{};
  probe.findings.add("is_gone", dladdr(reinterpret_cast<void *>(address), &holder) == 0);
  for (std::size_t i = 0; i < 10; i++) std::free(make_at_depth(i));
  std::free(block);
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  for (const SiteRecord &site : list.sites) {
    if (site.tag != main_tag) continue;
    probe.findings.add("frame_is_kept", site.frames.front() - address < 100);
    probe.findings.add("depth", static_cast<std::int64_t>(site.frames.size()));
    probe.findings.add("live", site.live_blocks);
  }
  probe.findings.add("lost", list.lost());
}

}  // namespace

const Body site_fault_bodies[] = {
    {"site-broken-frames", run_broken_frames},
    {"site-no-memory", run_site_no_memory},
    {"site-library", run_site_library},
    {nullptr, nullptr},
};
