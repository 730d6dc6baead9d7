/// A screen with a field, which makes room for the keyboard.
///
/// Screens differ in how they hear of it; the counts are those of a model, since no toolkit exists on Linux.
public protocol KeyboardScreen: AnyObject {
  /// How much of the bottom is covered, in points.
  var inset: Double { get }
  /// Writes of the inset that were announced; equal values are announced too.
  var emissions: Int { get }
  /// Bodies evaluated.
  var refreshes: Int { get }
}
