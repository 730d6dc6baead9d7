import Glibc

/// The sanitizer that this program was built with.
///
/// It owns the heap, so the shim stands aside, and a preloaded library comes too late for it.
package enum Sanitizer {
  /// `address` or `thread`; nil in a build as it is measured.
  package static let name: String? =
    if dlsym(nil, "__asan_init") != nil {
      "address"
    } else if dlsym(nil, "__tsan_init") != nil {
      "thread"
    } else {
      nil
    }

  /// Why a test is left out under a sanitizer.
  package static let reason =
    "a sanitizer has an allocator of its own, so allocations are not counted"
}
