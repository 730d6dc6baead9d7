import RunFixtures
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips tests that preload the shim if a sanitizer owns the heap.
  static var needsLiveShim: Self {
    .disabled(if: Sanitizer.name != nil, Comment(rawValue: Sanitizer.reason))
  }
}
