import CWidget

/// User actions other than editing.
extension WidgetField {
  /// Undoes as Ctrl+Z does, or redoes.
  package func undo(redoes: Bool = false) {
    key(for: nil) {
      keystroke_widget_undo(redoes)
      return nil
    }
  }

  /// Presses a key by its keyval, such as a dead one, which edits nothing before the next key.
  ///
  /// - Returns: true if the keyboard has the key.
  @discardableResult package func press(_ keyval: UInt32) -> Bool {
    var held: UInt32?
    key(for: nil) {
      held = driver.press(keyval, in: self)
      return held
    }
    return held != nil
  }

  /// The text that is being composed, as the widget shows it.
  package var preedit: String { String(cString: keystroke_widget_preedit()) }

  /// The number of characters of the text that are in no font.
  package var unknownGlyphs: Int {
    Screen.shared.show(self)
    return Int(keystroke_widget_unknown_glyphs())
  }

  /// Assigns keyvals to keys that have none; call it before any of them is pressed.
  ///
  /// - Returns: true if there were enough keys.
  package static func addKeys(_ keyvals: [UInt32]) -> Bool {
    _ = Screen.shared
    return keyvals.allSatisfy(keystroke_widget_map_key)
  }
}
