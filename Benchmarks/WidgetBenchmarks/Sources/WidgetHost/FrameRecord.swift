import FieldHost
import ReformatCore

/// What one key made the screen show, frame by frame.
public struct FrameRecord: Codable, Sendable {
  /// A frame that was painted.
  public struct Frame: Codable, Sendable {
    /// The text in the widget when it was painted.
    public var text: String
    /// How long after the key, in microseconds.
    public var microseconds: Double
    /// The file that holds it as a picture, or nil.
    public var picture: String?
    /// Whether another text follows for the same key.
    public var isFlicker = false
  }

  /// The key.
  public var key: String
  /// What it made the screen show.
  public var frames: [Frame]

  /// Types keys over what stands in a field, and records what each makes the screen show.
  ///
  /// - Parameters:
  ///   - keys: typed one by one.
  ///   - field: the field.
  ///   - pause: how long to wait before each key.
  ///   - file: names the picture of a frame; nil to take none, since taking one takes time.
  /// - Returns: one record a key.
  public static func record(
    _ keys: String, in field: WidgetField, pause: (Int) -> Duration = { _ in .zero },
    file: ((Int) -> String)? = nil
  ) -> [FrameRecord] {
    let screen = Screen.shared
    screen.show(field)
    // What stands there at first is typed over, as in a field that is tabbed into.
    if !field.text.isEmpty { field.selection = 0..<field.text.utf16.count }
    defer { screen.onFrame = nil }
    var number = 0
    return keys.enumerated().map { index, key in
      screen.rest(pause(index))
      let clock = ContinuousClock()
      let start = clock.now
      var frames: [Frame] = []
      screen.onFrame = {
        let (seconds, attoseconds) = (clock.now - start).components
        var frame = Frame(
          text: screen.text, microseconds: Double(seconds) * 1e6 + Double(attoseconds) * 1e-12)
        // The toolkit's clock may tick without a picture of its own.
        if let last = frames.last, last.text == frame.text { return }
        if let file {
          frame.picture = file(number)
          number += 1
          screen.savePicture(file(number - 1))
        }
        frames.append(frame)
      }
      field.type(String(key))
      screen.onFrame = nil
      let final = field.text
      for index in frames.indices { frames[index].isFlicker = frames[index].text != final }
      return FrameRecord(key: String(key), frames: frames)
    }
  }

  /// Has the frames of all fields wait for a clock of 60 Hz; to be called before the first is made.
  public static func keepPace() { Screen.keepsPace = true }
}
