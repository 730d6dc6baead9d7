import CWidget

/// What a user does beside editing.
extension WidgetField {
  /// Undoes as Ctrl+Z does.
  package func undo() {
    key(for: nil) {
      keystroke_widget_undo()
      return nil
    }
  }

  /// Presses a key by its keyval, such as a dead one, which edits nothing before the next key.
  ///
  /// - Returns: whether the keyboard has the key.
  @discardableResult package func press(_ keyval: UInt32) -> Bool {
    var held: UInt32?
    key(for: nil) {
      held = driver.press(keyval, in: self)
      return held
    }
    return held != nil
  }

  /// What is composed so far, as the widget shows it.
  package var preedit: String { String(cString: keystroke_widget_preedit()) }

  /// How many characters of the text no font has.
  package var unknownGlyphs: Int {
    Screen.shared.show(self)
    return Int(keystroke_widget_unknown_glyphs())
  }

  /// Puts keyvals on keys that have none; to be called before any of them is pressed.
  ///
  /// - Returns: whether there were keys enough.
  package static func addKeys(_ keyvals: [UInt32]) -> Bool {
    _ = Screen.shared
    return keyvals.allSatisfy(keystroke_widget_map_key)
  }
}
