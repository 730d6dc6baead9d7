/// A screen with a field, which makes room for the keyboard.
///
/// Screens differ in how they learn about it; the counts are those of a model, since no toolkit exists on Linux.
public protocol KeyboardScreen: AnyObject {
  /// The height at the bottom that is covered, in points.
  var inset: Double { get }
  /// Writes of the inset that were announced; equal values are announced too.
  var emissions: Int { get }
  /// The number of evaluated bodies.
  var refreshes: Int { get }
}
