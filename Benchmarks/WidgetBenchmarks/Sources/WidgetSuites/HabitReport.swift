import FieldHost
import WidgetHost

/// A report of a toolkit's own habits that a strategy meets: undo and composing.
package enum HabitReport {
  /// The keyval of a dead key that no digit needs.
  private static let deadCircumflex: UInt32 = 0xfe52

  /// Prints a line of CSV for each strategy: text and value after `1234567` and one undo; and whether the strategy was
  /// asked, or the text changed, before a character was composed.
  package static func print() {
    let canCompose = WidgetField.addKeys([deadCircumflex])
    let drivers: [@Sendable () -> any Driver] = [{ InputMethodDriver() }, { XTestDriver() }]
    Swift.print("strategy,undone_text,undone_value,asked_while_composing")
    for listed in WidgetSuite.strategies {
      guard let typed = listed.field() else { continue }
      // The initial text is typed over, as in a field that is entered with Tab.
      if !typed.text.isEmpty { typed.selection = 0..<typed.text.utf16.count }
      for key in "1234567" { typed.type(String(key)) }
      typed.undo()
      var asked = ""
      // The first driver that knows the key.
      for driver in drivers where canCompose && asked.isEmpty {
        guard let composed = listed.field(driver) else { continue }
        composed.type("123")
        let before = (text: composed.text, counts: composed.counts)
        guard composed.press(deadCircumflex) else { continue }
        asked = String(composed.text != before.text || composed.counts != before.counts)
        composed.press(0x31)
      }
      Swift.print("\(listed.name),\"\(typed.text)\",\(typed.valueDescription ?? ""),\(asked)")
    }
  }
}
