import Glibc

/// The sanitizer that this program was built with.
///
/// A sanitizer owns the heap, so the shim is inactive, and a preloaded library is loaded too late to replace it.
package enum Sanitizer {
  /// The name `address` or `thread`; nil in a normal build.
  package static let name: String? =
    if dlsym(nil, "__asan_init") != nil {
      "address"
    } else if dlsym(nil, "__tsan_init") != nil {
      "thread"
    } else {
      nil
    }

  /// The reason for skipping a test under a sanitizer.
  package static let reason =
    "a sanitizer has an allocator of its own, so allocations are not counted"
}
