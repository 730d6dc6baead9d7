import FieldHost
import ReformatCore

/// The frames that the screen showed for one key.
public struct FrameRecord: Codable, Sendable {
  /// A frame that was painted.
  public struct Frame: Codable, Sendable {
    /// The text in the widget when it was painted.
    public var text: String
    /// The time after the key, in microseconds.
    public var microseconds: Double
    /// The file with its picture; nil if there is none.
    public var picture: String?
    /// True if another text follows for the same key.
    public var isFlicker = false
  }

  /// The key.
  public var key: String
  /// The frames that it caused.
  public var frames: [Frame]

  /// Types keys over the text of a field, and records the frames of each.
  ///
  /// - Parameters:
  ///   - keys: the keys, typed one by one.
  ///   - field: the field.
  ///   - pause: the time to wait before each key.
  ///   - file: returns the file for the picture of a frame; nil to take no pictures, since taking one takes time.
  /// - Returns: one record per key.
  public static func record(
    _ keys: String, in field: WidgetField, pause: (Int) -> Duration = { _ in .zero },
    file: ((Int) -> String)? = nil
  ) -> [FrameRecord] {
    let screen = Screen.shared
    screen.show(field)
    // The initial text is typed over, as in a field that is entered with Tab.
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
        // The toolkit's clock may tick without a new picture.
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

  /// Makes the frames of all fields wait for a clock of 60 Hz; call it before the first field is made.
  public static func keepPace() { Screen.keepsPace = true }
}
