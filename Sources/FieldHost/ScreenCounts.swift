/// What one or more keystrokes made a real widget and its screen do.
///
/// Counts only ever grow.
public struct ScreenCounts: Hashable, Sendable {
  /// Signals about text and caret that the widget emitted.
  public var signals: Int
  /// Calls that the toolkit made to measure and shape the text.
  public var layoutCalls: Int
  /// Frames painted.
  public var frames: Int
  /// Frames painted with a text that was not the one that the keystroke left.
  public var flickerFrames: Int

  /// Nothing has happened yet, or so much.
  public init(signals: Int = 0, layoutCalls: Int = 0, frames: Int = 0, flickerFrames: Int = 0) {
    self.signals = signals
    self.layoutCalls = layoutCalls
    self.frames = frames
    self.flickerFrames = flickerFrames
  }
}
