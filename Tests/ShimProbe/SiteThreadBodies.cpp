// Allocation sites where several threads allocate, free each other's memory, exit, or fork.

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

#include "Probe.hpp"
#include "SiteList.hpp"

namespace {

constexpr std::size_t thread_count = 4;
constexpr std::uint32_t own_tag = 100;

pthread_t start(void *(*body)(void *), void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, body, argument) != 0) std::abort();
  return thread;
}

// MARK: Blocks that other threads free

struct Blocks {
  const Shim *shim;
  bool records;
  std::vector<void *> blocks;
};

void *free_all(void *argument) {
  auto *blocks = static_cast<Blocks *>(argument);
  if (blocks->records) blocks->shim->set_recording(true);
  for (void *block : blocks->blocks) std::free(block);
  return nullptr;
}

void free_elsewhere(Probe &probe, bool records, const char *live, const char *lost) {
  probe.shim.reset_sites();
  Blocks blocks{&probe.shim, records, std::vector<void *>(probe.times)};
  probe.shim.set_recording(true);
  probe.shim.set_tag(own_tag);
  for (void *&block : blocks.blocks) block = escape(std::malloc(100));
  probe.shim.set_tag(0);
  pthread_join(start(free_all, &blocks), nullptr);
  probe.shim.set_recording(false);
  const SiteList list = SiteList::read(probe.shim);
  probe.findings.add(live, list.sum(own_tag).live_blocks);
  probe.findings.add(lost, list.losses[KEYSTROKE_SHIM_LOST_FREES]);
}

/// Lets this thread allocate and another one free, which records or does not record.
void run_cross_thread_sites(Probe &probe) {
  free_elsewhere(probe, false, "live", "lost");
  free_elsewhere(probe, true, "live_if_it_records", "lost_if_it_records");
}

// MARK: Concurrent threads

std::array<std::atomic<void *>, 256> exchange{};

struct Trader {
  const Shim *shim;
  std::size_t times;
  std::uint32_t tag;
};

/// Puts blocks where any thread takes them.
void *trade(void *argument) {
  const auto *trader = static_cast<Trader *>(argument);
  trader->shim->set_recording(true);
  trader->shim->set_tag(trader->tag);
  std::size_t state = trader->tag;
  for (std::size_t i = 0; i < trader->times; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    void *block = escape(std::malloc(16 + (state >> 60) * 16));
    std::free(exchange[(state >> 40) % exchange.size()].exchange(block));
  }
  return nullptr;
}

void run_site_threads(Probe &probe) {
  Trader traders[thread_count];
  pthread_t threads[thread_count];
  probe.shim.set_recording(true);
  for (std::size_t i = 0; i < thread_count; i++) {
    traders[i] = {&probe.shim, probe.times, own_tag + static_cast<std::uint32_t>(i)};
    threads[i] = start(trade, &traders[i]);
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  for (auto &place : exchange) std::free(place.exchange(nullptr));
  probe.shim.set_recording(false);

  const SiteList list = SiteList::read(probe.shim);
  std::int64_t differing = 0;
  std::int64_t live = 0;
  for (const Trader &trader : traders) {
    const SiteRecord sum = list.sum(trader.tag);
    differing += sum.allocations != static_cast<std::int64_t>(probe.times);
    live += sum.live_blocks;
  }
  probe.findings.add("differing", differing);
  probe.findings.add("live", live);
  probe.findings.add("lost", list.lost());
}

// MARK: Threads that exit

void *record_and_exit(void *argument) {
  const auto *trader = static_cast<Trader *>(argument);
  trader->shim->set_recording(true);
  trader->shim->set_tag(trader->tag);
  for (std::size_t i = 0; i < 10; i++) std::free(escape(std::malloc(100)));
  // This block stays, and another thread frees it after this thread has exited.
  return escape(std::malloc(200));
}

std::int64_t address_space_pages() {
  long pages = 0;
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld", &pages) != 1) std::abort();
  std::fclose(file);
  return pages;
}

/// Starts threads one after the other: they use the same memory, and their records remain.
void run_site_exits(Probe &probe) {
  Trader trader{&probe.shim, 0, own_tag};
  std::vector<void *> left(probe.times);
  pthread_join(start(record_and_exit, &trader), &left[0]);
  const std::int64_t pages = address_space_pages();
  for (std::size_t i = 1; i < left.size(); i++) {
    pthread_join(start(record_and_exit, &trader), &left[i]);
  }
  probe.findings.add("megabytes_more", (address_space_pages() - pages) * 4096 >> 20);
  const SiteRecord before = SiteList::read(probe.shim).sum(own_tag);
  probe.findings.add("site_allocations", before.allocations);
  // From the second thread on nobody had looked after the first one's block in between.
  probe.findings.add("live", before.live_blocks);
  probe.shim.reset_sites();
  probe.shim.set_recording(true);
  for (void *block : left) std::free(block);
  probe.shim.set_recording(false);
  probe.findings.add("sites_after", static_cast<std::int64_t>(
                                        SiteList::read(probe.shim).sites.size()));
}

// MARK: Fork

std::atomic<bool> is_over{false};

void *record_until_over(void *argument) {
  const auto *shim = static_cast<const Shim *>(argument);
  shim->set_recording(true);
  std::size_t i = 0;
  while (!is_over.load(std::memory_order_relaxed)) {
    const std::size_t size = 16 << (i++ % 8);
    std::free(escape(std::realloc(escape(std::malloc(size)), size * 3)));
    std::free(exchange[i % exchange.size()].exchange(escape(std::malloc(size))));
  }
  return nullptr;
}

/// Checks the child of a process that records from several threads. Returns its exit status.
int check_child(const Shim &shim) {
  // This thread continues to record, and the recorders of the others are free.
  constexpr std::uint32_t tag = 4711;
  shim.set_tag(tag);
  void *kept = escape(std::malloc(100));
  for (int i = 0; i < 100; i++) std::free(escape(std::malloc(100)));
  Trader trader{&shim, 0, tag + 1};
  void *left = nullptr;
  pthread_join(start(record_and_exit, &trader), &left);
  shim.set_recording(false);
  const SiteList list = SiteList::read(shim);
  if (list.sum(tag).allocations < 101) return 2;
  if (list.sum(tag).live_blocks < 1) return 3;
  if (list.sum(tag + 1).allocations != 11) return 4;
  if (list.sum(tag + 1).live_blocks != 1) return 5;
  std::free(kept);
  std::free(left);
  shim.reset_sites();
  return SiteList::read(shim).sites.empty() ? 0 : 6;
}

void run_site_fork(Probe &probe) {
  alarm(300);
  pthread_t threads[thread_count];
  for (pthread_t &thread : threads) {
    thread = start(record_until_over, const_cast<Shim *>(&probe.shim));
  }
  std::int64_t fine = 0;
  int failure = 0;
  for (std::size_t i = 0; i < probe.times && failure == 0; i++) {
    probe.shim.set_recording(true);
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      _exit(check_child(probe.shim));
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
  probe.shim.set_recording(false);
  probe.findings.add("children_fine", fine);
  probe.findings.add("failure", failure);
}

}  // namespace

const Body site_thread_bodies[] = {
    {"site-cross-thread", run_cross_thread_sites},
    {"site-threads", run_site_threads},
    {"site-exits", run_site_exits},
    {"site-fork", run_site_fork},
    {nullptr, nullptr},
};
