import CGnustep
import CWidget
import WidgetHost

/// Marked text in GNUstep's field, as an input method makes it.
package enum MarkedText {
  /// Composes a text after another one, and commits it; returns the field's text in between and at the end.
  package static func texts(after text: String, composing composed: String) -> [String] {
    Toolkit.open()
    let end = Int32(text.unicodeScalars.count)
    keystroke_widget_set_text(text)
    keystroke_widget_select(end, end)
    keystroke_gnustep_mark(composed)
    let between = String(cString: keystroke_widget_text())
    keystroke_widget_commit(composed)
    return [between, String(cString: keystroke_widget_text())]
  }
}
