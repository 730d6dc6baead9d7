// The C entry points without memory or with impossible requests; and errno.

#include <malloc.h>
#include <sys/resource.h>

#include <cstring>
#include <limits>

#include "Probe.hpp"

namespace {

constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();

/// A count of the calls that returned memory, and of those that failed with an unexpected errno.
struct Refusals {
  int expected;
  std::int64_t granted = 0;
  std::int64_t wrong_errno = 0;

  /// Checks a call that returns a pointer.
  template <typename Call>
  void expect_null(Call call) {
    errno = unset_errno;
    void *pointer = escape(call());
    const int seen = errno;
    granted += pointer != nullptr;
    wrong_errno += seen != expected;
  }

  void add_to(Findings &findings) const {
    findings.add("granted", granted);
    findings.add("wrong_errno", wrong_errno);
  }
};

void run_overflow(Probe &probe) {
  auto *bytes = static_cast<unsigned char *>(escape(std::malloc(100)));
  std::memset(bytes, 7, 100);
  const std::size_t half = hide(largest / 2 + 1);
  Refusals refusals{ENOMEM};
  refusals.expect_null([=] { return std::calloc(half, 2); });
  refusals.expect_null([=] { return std::calloc(2, half); });
  refusals.expect_null([=] { return std::calloc(half, half); });
  refusals.expect_null([=] { return reallocarray(nullptr, half, 2); });
  refusals.expect_null([=] { return reallocarray(bytes, half, 2); });
  refusals.expect_null([] { return pvalloc(hide(largest)); });
  refusals.expect_null([] { return valloc(hide(largest)); });
  refusals.add_to(probe.findings);
  // A failed reallocarray left the block unchanged.
  probe.findings.add("kept", escape(bytes) != nullptr && bytes[0] == 7 && bytes[99] == 7);
  std::free(bytes);
}

/// Requests more memory than any address space has.
void run_enomem(Probe &probe) {
  void *kept = escape(std::malloc(100));
  Refusals refusals{ENOMEM};
  for (const std::size_t size : {std::size_t{PTRDIFF_MAX}, std::size_t{PTRDIFF_MAX} + 1,
                                 largest - 4096, largest}) {
    const std::size_t hidden = hide(size);
    refusals.expect_null([=] { return std::malloc(hidden); });
    refusals.expect_null([=] { return std::calloc(1, hidden); });
    refusals.expect_null([=] { return std::realloc(nullptr, hidden); });
    refusals.expect_null([=] { return std::realloc(kept, hidden); });
    refusals.expect_null([=] { return reallocarray(kept, 1, hidden); });
    refusals.expect_null([=] { return std::aligned_alloc(64, hidden); });
    refusals.expect_null([=] { return memalign(65536, hidden); });
    refusals.expect_null([=] { return valloc(hidden); });
    refusals.expect_null([=] { return pvalloc(hidden); });
  }
  refusals.add_to(probe.findings);

  // posix_memalign returns the error; errno and the pointer do not change.
  void *out = kept;
  errno = unset_errno;
  probe.findings.add("returned", posix_memalign(&out, 64, hide(PTRDIFF_MAX)));
  probe.findings.add("errno_after", errno);
  probe.findings.add("pointer_kept", out == kept);
  std::free(kept);
}

/// Requests a size that the kernel would grant without its limit.
void run_enomem_limit(Probe &probe) {
  auto *kept = static_cast<unsigned char *>(escape(std::malloc(100)));
  kept[99] = 7;
  rlimit former{};
  getrlimit(RLIMIT_AS, &former);
  rlimit tight = former;
  tight.rlim_cur = std::size_t{64} << 20;
  probe.findings.add("limited", setrlimit(RLIMIT_AS, &tight) == 0);
  const std::size_t size = hide(std::size_t{1} << 30);
  Refusals refusals{ENOMEM};
  refusals.expect_null([=] { return std::malloc(size); });
  refusals.expect_null([=] { return std::calloc(1, size); });
  refusals.expect_null([=] { return std::realloc(kept, size); });
  refusals.expect_null([=] { return std::aligned_alloc(64, size); });
  setrlimit(RLIMIT_AS, &former);
  refusals.add_to(probe.findings);
  probe.findings.add("kept", kept[99]);
  std::free(escape(std::malloc(size)));
  std::free(kept);
}

void run_bad_alignment(Probe &probe) {
  Refusals refusals{EINVAL};
  std::int64_t not_einval = 0;
  std::int64_t changed = 0;
  for (const std::size_t alignment : {0, 3, 24, 48, 65535}) {
    const std::size_t hidden = hide(alignment);
    refusals.expect_null([=] { return std::aligned_alloc(hidden, 64); });
    refusals.expect_null([=] { return memalign(hidden, 64); });
  }
  // The last three are powers of two, but smaller than a pointer.
  for (const std::size_t alignment : {0, 3, 24, 48, 65535, 1, 2, 4}) {
    void *out = &not_einval;
    errno = unset_errno;
    not_einval += posix_memalign(&out, hide(alignment), 64) != EINVAL;
    changed += out != &not_einval || errno != unset_errno;
  }
  refusals.add_to(probe.findings);
  probe.findings.add("not_einval", not_einval);
  probe.findings.add("changed", changed);
}

void run_errno_kept(Probe &probe) {
  std::int64_t changed = 0;
  const auto check = [&] {
    changed += errno != unset_errno;
    errno = unset_errno;
  };
  errno = unset_errno;
  for (std::size_t size = 1; size <= std::size_t{64} << 20; size *= 4) {
    void *pointer = escape(std::malloc(size));
    check();
    pointer = escape(std::realloc(pointer, size * 2));
    check();
    pointer = escape(reallocarray(pointer, size, 1));
    check();
    std::free(pointer);
    check();
    pointer = escape(std::calloc(1, size));
    check();
    pointer = std::realloc(pointer, hide(0));
    check();
    pointer = escape(std::aligned_alloc(4096, size));
    check();
    malloc_usable_size(pointer);
    check();
    std::free(pointer);
    check();
    pointer = nullptr;
    posix_memalign(&pointer, 64, size);
    check();
    std::free(escape(pointer));
    check();
    std::free(escape(memalign(64, size)));
    check();
    std::free(escape(valloc(size)));
    check();
    std::free(escape(pvalloc(size)));
    check();
    ::operator delete(escape(::operator new(size)));
    check();
  }
  probe.findings.add("changed", changed);
}

}  // namespace

const Body failure_bodies[] = {
    {"overflow", run_overflow},
    {"enomem", run_enomem},
    {"enomem-limit", run_enomem_limit},
    {"bad-alignment", run_bad_alignment},
    {"errno-kept", run_errno_kept},
    {nullptr, nullptr},
};
