import FieldHost
import ReformatCore

/// A field of an app that can change its locale: another strategy then takes over the text, and the value is shown anew.
final class AdaptableField: HostedField {
  private var field: any HostedField
  private let makeNext: (_ text: String) -> any HostedField
  /// What the counts of the present field are counted from.
  private var base = UpdateCounts()

  /// A field, and what makes its successor with the text of the field.
  init(_ field: any HostedField, next: @escaping (_ text: String) -> any HostedField) {
    self.field = field
    makeNext = next
  }

  func changeStrategy(showing value: Any?) {
    base = UpdateCounts() - counts
    field = makeNext(field.text)
    base = base - (UpdateCounts() - field.counts)
    if let value { field.write(value) }
  }

  var text: String { field.text }
  var selection: Range<Int> {
    get { field.selection }
    set { field.selection = newValue }
  }
  var valueDescription: String? { field.valueDescription }
  var showsError: Bool { field.showsError }
  var counts: UpdateCounts { field.counts - base }
  var screenCounts: ScreenCounts? { field.screenCounts }

  @discardableResult func apply(_ edit: TextEdit) -> Bool { field.apply(edit) }
  func setMarkedText(_ composed: String) { field.setMarkedText(composed) }
  func unmarkText() { field.unmarkText() }
  func endEditing() { field.endEditing() }
  func write(_ value: Any) { field.write(value) }
  func moveToNextField() { field.moveToNextField() }
}
