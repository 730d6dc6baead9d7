import FieldHost
import KeystrokeSuites
import WidgetHost

/// A report of a toolkit's own habits that a strategy meets: undo and composing.
package enum HabitReport {
  /// The keyval of a dead key that no digit needs.
  private static let deadCircumflex: UInt32 = 0xfe52

  /// Prints a line of CSV for each strategy, and for the engine with an `EditHistory`: text and value after `1234567` and one undo; whether the strategy was
  /// asked before a character was composed; and text and value after `123` and a composed `456`, if an input method can be
  /// driven.
  package static func print() {
    let canCompose = WidgetField.addKeys([deadCircumflex])
    Swift.print(
      "strategy,undone_text,undone_value,asked_while_composing,composed_text,composed_value")
    let drivers: [@Sendable () -> any Driver] = [{ InputMethodDriver() }, { XTestDriver() }]
    let format = FieldConfiguration(locale: "en_US", value: .int).incrementalFormat
    typealias Make = (_ driver: @escaping @Sendable () -> any Driver) -> WidgetField?
    let own: (String, Make) = (
      "incremental-delegate-history", { WidgetField(undoingIn: format, driver: $0()) }
    )
    let fields = WidgetSuite.strategies.map { listed -> (String, Make) in
      (listed.name, { listed.field($0) })
    }
    for (name, field) in fields + [own] {
      guard let typed = field(drivers[0]), let composed = field(drivers[0]) else { continue }
      // The initial text is typed over, as in a field that is entered with Tab.
      for field in [typed, composed] where !field.text.isEmpty {
        field.selection = 0..<field.text.utf16.count
      }
      for key in "1234567" { typed.type(String(key)) }
      typed.undo()
      var isAsked: Bool?
      // The first driver that knows the key.
      for driver in drivers where canCompose && isAsked == nil {
        guard let dead = field(driver) else { continue }
        dead.type("123")
        let before = dead.counts
        guard dead.press(deadCircumflex) else { continue }
        isAsked = dead.counts != before
        dead.press(0x31)
      }
      composed.type("123")
      let before = composed.counts
      for text in ["4", "45", "456"] {
        composed.setMarkedText(text)
        // If the keyboard has no such key, an input method composes.
        isAsked = isAsked ?? (composed.counts != before)
      }
      let canMark = composed.isMarked
      composed.unmarkText()
      Swift.print(
        name, quoted(typed), isAsked.map(String.init) ?? "", canMark ? quoted(composed) : ",",
        separator: ",")
    }
  }

  /// The text and the value of a field.
  private static func quoted(_ field: WidgetField) -> String {
    "\"\(field.text)\",\(field.valueDescription ?? "")"
  }
}
