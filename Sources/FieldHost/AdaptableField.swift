import ReformatCore

/// A field of an app that can change its locale: another strategy then takes over the text, and the value is shown anew.
package final class AdaptableField: HostedField {
  private var field: any HostedField
  private let makeNext: (_ text: String) -> any HostedField
  /// The counts at the moment when the present field was made.
  private var base = UpdateCounts()

  /// A field, and what makes its successor with the text of the field.
  package init(_ field: any HostedField, next: @escaping (_ text: String) -> any HostedField) {
    self.field = field
    makeNext = next
  }

  package func changeStrategy(showing value: Any?) {
    base = UpdateCounts() - counts
    field = makeNext(field.text)
    base = base - (UpdateCounts() - field.counts)
    if let value { field.write(value) }
  }

  package var text: String { field.text }
  package var selection: Range<Int> {
    get { field.selection }
    set { field.selection = newValue }
  }
  package var valueDescription: String? { field.valueDescription }
  package var showsError: Bool { field.showsError }
  package var counts: UpdateCounts { field.counts - base }
  package var screenCounts: ScreenCounts? { field.screenCounts }

  @discardableResult package func apply(_ edit: TextEdit) -> Bool { field.apply(edit) }
  package func setMarkedText(_ composed: String) { field.setMarkedText(composed) }
  package func unmarkText() { field.unmarkText() }
  package func endEditing() { field.endEditing() }
  package func write(_ value: Any) { field.write(value) }
  package func moveToNextField() { field.moveToNextField() }
}
