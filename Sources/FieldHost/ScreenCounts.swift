/// The counts of a real widget and its screen during one or more keystrokes.
///
/// Counts never decrease.
public struct ScreenCounts: Hashable, Sendable {
  /// Signals about text and caret that the widget emitted.
  public var signals: Int
  /// Calls that the toolkit made to measure and shape the text.
  public var layoutCalls: Int
  /// Frames painted.
  public var frames: Int
  /// Frames painted with a text that was not the one that the keystroke left.
  public var flickerFrames: Int

  /// Makes counts; all are 0 by default.
  public init(signals: Int = 0, layoutCalls: Int = 0, frames: Int = 0, flickerFrames: Int = 0) {
    self.signals = signals
    self.layoutCalls = layoutCalls
    self.frames = frames
    self.flickerFrames = flickerFrames
  }
}
