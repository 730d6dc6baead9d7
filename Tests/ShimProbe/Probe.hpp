#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "Shim.hpp"

/// What a body found out, apart from the counters. It allocates nothing.
class Findings {
 public:
  struct Finding {
    const char *name;
    std::int64_t value;
  };

  void add(const char *name, std::int64_t value) {
    if (used == findings.size()) std::abort();
    findings[used++] = {name, value};
  }

  const Finding *begin() const { return findings.data(); }
  const Finding *end() const { return findings.data() + used; }

 private:
  std::array<Finding, 32> findings{};
  std::size_t used = 0;
};

/// What a body is given.
struct Probe {
  Shim shim;
  /// The number on the command line: how often the body does its work.
  std::size_t times;
  /// What follows it on the command line, or null.
  const char *argument;
  Findings findings;
};

/// A piece of work with a known effect on the heap.
struct Body {
  const char *verb;
  void (*run)(Probe &probe);
};

/// Makes the compiler believe that anything may have happened to the memory at `pointer`, so that
/// it cannot leave out an allocation whose memory is never used.
inline void *escape(void *pointer) {
  asm volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

/// Hides a number from the compiler, which warns of sizes that it knows to be too large.
inline std::size_t hide(std::size_t number) {
  asm volatile("" : "+r"(number));
  return number;
}

inline bool is_aligned(const void *pointer, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

/// An error number that no function sets.
constexpr int unset_errno = 4242;

/// The bodies of one file, ended by one without a verb.
extern const Body malloc_bodies[];
extern const Body failure_bodies[];
extern const Body operator_bodies[];
extern const Body thread_bodies[];
extern const Body process_bodies[];
extern const Body site_bodies[];
extern const Body site_stack_bodies[];
extern const Body site_thread_bodies[];
extern const Body site_fault_bodies[];
extern const Body site_signal_bodies[];
extern const Body bench_bodies[];
