// The C++ operators. Each body pairs one delete with its new: twelve deletes, which cover all eight news.

#include <sys/resource.h>

#include <limits>
#include <new>

#include "Probe.hpp"

namespace {

constexpr std::size_t size = 100;
constexpr std::align_val_t alignment{256};

void note_alignment(Probe &probe, const void *pointer) {
  probe.findings.add("misaligned", pointer == nullptr || !is_aligned(pointer, 256));
}

void run_new(Probe &) { ::operator delete(escape(::operator new(size))); }

void run_new_sized(Probe &) { ::operator delete(escape(::operator new(size)), size); }

void run_new_nothrow(Probe &) {
  ::operator delete(escape(::operator new(size, std::nothrow)), std::nothrow);
}

void run_new_aligned(Probe &probe) {
  void *pointer = escape(::operator new(size, alignment));
  note_alignment(probe, pointer);
  ::operator delete(pointer, alignment);
}

void run_new_aligned_sized(Probe &probe) {
  void *pointer = escape(::operator new(size, alignment));
  note_alignment(probe, pointer);
  ::operator delete(pointer, size, alignment);
}

void run_new_aligned_nothrow(Probe &probe) {
  void *pointer = escape(::operator new(size, alignment, std::nothrow));
  note_alignment(probe, pointer);
  ::operator delete(pointer, alignment, std::nothrow);
}

void run_array(Probe &) { ::operator delete[](escape(::operator new[](size))); }

void run_array_sized(Probe &) { ::operator delete[](escape(::operator new[](size)), size); }

void run_array_nothrow(Probe &) {
  ::operator delete[](escape(::operator new[](size, std::nothrow)), std::nothrow);
}

void run_array_aligned(Probe &probe) {
  void *pointer = escape(::operator new[](size, alignment));
  note_alignment(probe, pointer);
  ::operator delete[](pointer, alignment);
}

void run_array_aligned_sized(Probe &probe) {
  void *pointer = escape(::operator new[](size, alignment));
  note_alignment(probe, pointer);
  ::operator delete[](pointer, size, alignment);
}

void run_array_aligned_nothrow(Probe &probe) {
  void *pointer = escape(::operator new[](size, alignment, std::nothrow));
  note_alignment(probe, pointer);
  ::operator delete[](pointer, alignment, std::nothrow);
}

/// Allocates size 0, which gives separate blocks, and deletes null, which does nothing.
void run_zero_and_null(Probe &probe) {
  void *first = escape(::operator new(hide(0)));
  void *second = escape(::operator new[](hide(0)));
  probe.findings.add("nulls", (first == nullptr) + (second == nullptr));
  probe.findings.add("twins", first == second);
  ::operator delete(first);
  ::operator delete[](second);
  ::operator delete(escape(nullptr));
  ::operator delete[](escape(nullptr));
  ::operator delete(escape(nullptr), alignment);
}

template <typename Call>
bool throws_bad_alloc(Call call) {
  try {
    escape(call());
    return false;
  } catch (const std::bad_alloc &) {
    return true;
  }
}

void run_no_memory(Probe &probe) {
  const std::size_t huge = hide(PTRDIFF_MAX);
  std::int64_t thrown = 0;
  thrown += throws_bad_alloc([=] { return ::operator new(huge); });
  thrown += throws_bad_alloc([=] { return ::operator new[](huge); });
  thrown += throws_bad_alloc([=] { return ::operator new(huge, alignment); });
  thrown += throws_bad_alloc([=] { return ::operator new[](huge, alignment); });
  std::int64_t nulls = 0;
  nulls += escape(::operator new(huge, std::nothrow)) == nullptr;
  nulls += escape(::operator new[](huge, std::nothrow)) == nullptr;
  nulls += escape(::operator new(huge, alignment, std::nothrow)) == nullptr;
  nulls += escape(::operator new[](huge, alignment, std::nothrow)) == nullptr;
  probe.findings.add("thrown", thrown);
  probe.findings.add("nulls", nulls);
}

int handler_calls = 0;
rlimit roomy{};

void give_up_at_third_call() {
  handler_calls += 1;
  if (handler_calls == 3) std::set_new_handler(nullptr);
}

void make_room() {
  handler_calls += 1;
  setrlimit(RLIMIT_AS, &roomy);
}

/// Calls the handler until it gives up.
void run_handler_gives_up(Probe &probe) {
  std::set_new_handler(give_up_at_third_call);
  const std::size_t huge = hide(PTRDIFF_MAX);
  probe.findings.add("thrown", throws_bad_alloc([=] { return ::operator new(huge); }));
  probe.findings.add("handler_calls", handler_calls);
}

/// Checks that a nothrow new also calls the handler, and swallows its exception.
void run_handler_throws(Probe &probe) {
  std::set_new_handler([] {
    handler_calls += 1;
    throw std::bad_alloc();
  });
  const std::size_t huge = hide(PTRDIFF_MAX);
  probe.findings.add("is_null", escape(::operator new(huge, std::nothrow)) == nullptr);
  probe.findings.add("thrown", throws_bad_alloc([=] { return ::operator new[](huge); }));
  probe.findings.add("handler_calls", handler_calls);
}

/// Checks a handler that makes memory available: the second attempt succeeds, with the requested alignment.
void run_handler_makes_room(Probe &probe) {
  getrlimit(RLIMIT_AS, &roomy);
  rlimit tight = roomy;
  tight.rlim_cur = std::size_t{64} << 20;
  std::set_new_handler(make_room);
  const std::size_t large = hide(std::size_t{1} << 30);

  setrlimit(RLIMIT_AS, &tight);
  void *plain = escape(::operator new(large));
  ::operator delete(plain);
  // A size that jemalloc did not keep from the first attempt.
  setrlimit(RLIMIT_AS, &tight);
  const std::align_val_t wide{65536};
  void *aligned = escape(::operator new(large * 2, wide));
  probe.findings.add("misaligned", !is_aligned(aligned, 65536));
  ::operator delete(aligned, wide);
  probe.findings.add("handler_calls", handler_calls);
}

}  // namespace

const Body operator_bodies[] = {
    {"new", run_new},
    {"new-sized", run_new_sized},
    {"new-nothrow", run_new_nothrow},
    {"new-aligned", run_new_aligned},
    {"new-aligned-sized", run_new_aligned_sized},
    {"new-aligned-nothrow", run_new_aligned_nothrow},
    {"array", run_array},
    {"array-sized", run_array_sized},
    {"array-nothrow", run_array_nothrow},
    {"array-aligned", run_array_aligned},
    {"array-aligned-sized", run_array_aligned_sized},
    {"array-aligned-nothrow", run_array_aligned_nothrow},
    {"new-zero-and-null", run_zero_and_null},
    {"new-no-memory", run_no_memory},
    {"new-handler-gives-up", run_handler_gives_up},
    {"new-handler-throws", run_handler_throws},
    {"new-handler-makes-room", run_handler_makes_room},
    {nullptr, nullptr},
};
