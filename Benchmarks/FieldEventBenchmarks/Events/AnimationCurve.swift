/// The curve by which an animation speeds up and slows down.
///
/// The raw values are those of `UIView.AnimationCurve`, and the 7 that UIKit sends for its keyboard without having a
/// name for it.
public enum AnimationCurve: Int, Sendable, CaseIterable {
  /// Slow at both ends.
  case easeInOut = 0
  /// Slow at the start.
  case easeIn = 1
  /// Slow at the end.
  case easeOut = 2
  /// Constant speed.
  case linear = 3
  /// The curve of the keyboard.
  case keyboard = 7
}
