import RunFixtures
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs programs with the shim preloaded, which cannot be where a sanitizer owns the heap.
  static var needsLiveShim: Self {
    .disabled(if: Sanitizer.name != nil, Comment(rawValue: Sanitizer.reason))
  }
}
