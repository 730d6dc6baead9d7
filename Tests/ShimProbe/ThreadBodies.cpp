// Several threads: alive, exited, and freeing each other's memory.

#include <limits.h>
#include <pthread.h>

#include "Probe.hpp"

namespace {

constexpr std::size_t thread_count = 8;

/// A thread with its work, and its own counters at the start and at the end.
struct Worker {
  const Shim *shim;
  std::size_t times;
  Counters first;
  Counters last;
  const std::uint64_t *slot;
};

void *work(void *argument) {
  auto *worker = static_cast<Worker *>(argument);
  worker->first = Counters::of_thread(*worker->shim);
  worker->slot = worker->shim->thread_counters();
  for (std::size_t i = 0; i < worker->times; i++) {
    std::free(escape(std::malloc(100)));
    std::free(escape(std::realloc(escape(std::malloc(50)), 500)));
  }
  escape(std::malloc(100));
  worker->last = Counters::of_thread(*worker->shim);
  return nullptr;
}

std::int64_t differing(const Counters &one, const Counters &other) {
  std::int64_t count = 0;
  // The threads' peaks do not add up to the process's peak in a way that could be known here.
  for (int i = 0; i < KEYSTROKE_SHIM_PEAK_LIVE_BYTES; i++) count += one.shim[i] != other.shim[i];
  return count;
}

/// Runs concurrent threads; the process's sums are those of this thread and the others, to the byte.
void run_threads(Probe &probe) {
  Worker workers[thread_count] = {};
  pthread_t threads[thread_count];
  const Counters process_before = Counters::of_process(probe.shim);
  const Counters own_before = Counters::of_thread(probe.shim);
  for (std::size_t i = 0; i < thread_count; i++) {
    workers[i].shim = &probe.shim;
    workers[i].times = probe.times;
    if (pthread_create(&threads[i], nullptr, work, &workers[i]) != 0) std::abort();
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  const Counters process = Counters::of_process(probe.shim) - process_before;

  Counters expected = Counters::of_thread(probe.shim) - own_before;
  std::int64_t stale = 0;
  std::int64_t disagreeing = 0;
  for (const Worker &worker : workers) {
    expected = expected + worker.last;
    stale += differing(worker.first, Counters{});
    const Counters difference = worker.last - worker.first;
    disagreeing += difference.shim[KEYSTROKE_SHIM_USABLE_BYTES] != difference.jemalloc_allocated;
    disagreeing +=
        difference.shim[KEYSTROKE_SHIM_FREED_USABLE_BYTES] != difference.jemalloc_deallocated;
  }
  probe.findings.add("differing_sums", differing(process, expected));
  probe.findings.add("stale_counters", stale);
  probe.findings.add("disagreeing_with_jemalloc", disagreeing);
  probe.findings.add("worker_allocations", workers[0].last.shim[KEYSTROKE_SHIM_ALLOCATIONS]);
  probe.findings.add("worker_reallocs", workers[0].last.shim[KEYSTROKE_SHIM_REALLOCS]);
}

/// Runs threads one after the other: they share one slot, and none of their work is lost.
void run_exited_threads(Probe &probe) {
  const Counters process_before = Counters::of_process(probe.shim);
  const Counters own_before = Counters::of_thread(probe.shim);
  Counters expected;
  std::int64_t new_slots = 0;
  std::int64_t stale = 0;
  const std::uint64_t *slot = nullptr;
  for (std::size_t i = 0; i < probe.times; i++) {
    Worker worker{&probe.shim, 10, {}, {}, nullptr};
    pthread_t thread;
    if (pthread_create(&thread, nullptr, work, &worker) != 0) std::abort();
    pthread_join(thread, nullptr);
    expected = expected + worker.last;
    stale += differing(worker.first, Counters{});
    new_slots += worker.slot != slot;
    slot = worker.slot;
  }
  const Counters process = Counters::of_process(probe.shim) - process_before;
  expected = expected + (Counters::of_thread(probe.shim) - own_before);
  probe.findings.add("differing_sums", differing(process, expected));
  probe.findings.add("stale_counters", stale);
  probe.findings.add("slots", new_slots);
}

/// A thread that starts threads one after the other, and adds up their work.
struct Maker {
  const Shim *shim;
  std::size_t times;
  Counters made;
  Counters last;
  std::int64_t stale;
};

void *make_workers(void *argument) {
  auto *maker = static_cast<Maker *>(argument);
  for (std::size_t i = 0; i < maker->times; i++) {
    Worker worker{maker->shim, 10, {}, {}, nullptr};
    pthread_t thread;
    if (pthread_create(&thread, nullptr, work, &worker) != 0) std::abort();
    pthread_join(thread, nullptr);
    maker->made = maker->made + worker.last;
    maker->stale += differing(worker.first, Counters{});
  }
  maker->last = Counters::of_thread(*maker->shim);
  return nullptr;
}

/// Runs several threads that start threads: slots are taken and returned concurrently.
void run_churn(Probe &probe) {
  Maker makers[thread_count] = {};
  pthread_t threads[thread_count];
  const Counters process_before = Counters::of_process(probe.shim);
  const Counters own_before = Counters::of_thread(probe.shim);
  for (std::size_t i = 0; i < thread_count; i++) {
    makers[i].shim = &probe.shim;
    makers[i].times = probe.times;
    if (pthread_create(&threads[i], nullptr, make_workers, &makers[i]) != 0) std::abort();
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  const Counters process = Counters::of_process(probe.shim) - process_before;

  Counters expected = Counters::of_thread(probe.shim) - own_before;
  std::int64_t stale = 0;
  for (const Maker &maker : makers) {
    expected = expected + maker.made + maker.last;
    stale += maker.stale;
  }
  probe.findings.add("differing_sums", differing(process, expected));
  probe.findings.add("stale_counters", stale);
}

struct Handover {
  const Shim *shim;
  void **blocks;
  std::size_t count;
  Counters change;
};

void *free_all(void *argument) {
  auto *handover = static_cast<Handover *>(argument);
  const Counters before = Counters::of_thread(*handover->shim);
  for (std::size_t i = 0; i < handover->count; i++) std::free(handover->blocks[i]);
  handover->change = Counters::of_thread(*handover->shim) - before;
  return nullptr;
}

/// Lets this thread allocate and another one free.
void run_cross_thread(Probe &probe) {
  constexpr std::size_t count = 1000;
  static void *blocks[count];
  const Counters process_before = Counters::of_process(probe.shim);
  const Counters own_before = Counters::of_thread(probe.shim);
  for (void *&block : blocks) block = escape(std::malloc(100));
  const Counters own = Counters::of_thread(probe.shim) - own_before;

  // The cost of starting a thread is counted separately, and subtracted.
  const Counters thread_before = Counters::of_thread(probe.shim);
  Handover handover{&probe.shim, blocks, count, {}};
  pthread_t thread;
  if (pthread_create(&thread, nullptr, free_all, &handover) != 0) std::abort();
  pthread_join(thread, nullptr);
  const Counters making = Counters::of_thread(probe.shim) - thread_before;

  const Counters process = Counters::of_process(probe.shim) - process_before - making;
  probe.findings.add("own_live", own.shim[KEYSTROKE_SHIM_LIVE_BYTES]);
  probe.findings.add("other_live", handover.change.shim[KEYSTROKE_SHIM_LIVE_BYTES]);
  probe.findings.add("other_frees", handover.change.shim[KEYSTROKE_SHIM_FREES]);
  probe.findings.add("other_peak", handover.change.shim[KEYSTROKE_SHIM_PEAK_LIVE_BYTES]);
  probe.findings.add("process_live", process.shim[KEYSTROKE_SHIM_LIVE_BYTES]);
  probe.findings.add("process_allocations", process.shim[KEYSTROKE_SHIM_ALLOCATIONS]);
  probe.findings.add("process_frees", process.shim[KEYSTROKE_SHIM_FREES]);
}

pthread_key_t late_key;
int late_rounds = 0;

/// Allocates and frees in every round of destructors that the C library allows. The shim's destructor belongs to an
/// older key and runs first, so this thread no longer has a slot.
void use_heap_late(void *block) {
  late_rounds += 1;
  std::free(escape(block));
  void *next = escape(std::realloc(escape(std::malloc(100)), 1000));
  if (late_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(late_key, next);
  } else {
    std::free(next);
  }
}

void *exit_with_block(void *) {
  pthread_setspecific(late_key, escape(std::malloc(100)));
  return nullptr;
}

void run_late_destructor(Probe &probe) {
  if (pthread_key_create(&late_key, use_heap_late) != 0) std::abort();
  const Counters process_before = Counters::of_process(probe.shim);
  const Counters own_before = Counters::of_thread(probe.shim);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, exit_with_block, nullptr) != 0) std::abort();
  pthread_join(thread, nullptr);
  const Counters own = Counters::of_thread(probe.shim) - own_before;
  const Counters other = Counters::of_process(probe.shim) - process_before - own;
  probe.findings.add("late_rounds", late_rounds);
  probe.findings.add("other_allocations", other.shim[KEYSTROKE_SHIM_ALLOCATIONS]);
  probe.findings.add("other_frees", other.shim[KEYSTROKE_SHIM_FREES]);
  probe.findings.add("other_reallocs", other.shim[KEYSTROKE_SHIM_REALLOCS]);
  probe.findings.add("other_live", other.shim[KEYSTROKE_SHIM_LIVE_BYTES]);
}

}  // namespace

const Body thread_bodies[] = {
    {"threads", run_threads},
    {"exited-threads", run_exited_threads},
    {"churn", run_churn},
    {"cross-thread", run_cross_thread},
    {"late-destructor", run_late_destructor},
    {nullptr, nullptr},
};
