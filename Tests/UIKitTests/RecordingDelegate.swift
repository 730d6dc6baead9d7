import UIKit

/// A delegate that writes down what it is asked and told.
@MainActor final class RecordingDelegate: NSObject, UITextFieldDelegate {
  var log: [String] = []
  var mayChange = true
  var mayEnd = true
  /// Called when it is asked about an edit.
  var whenAsked: @MainActor (UITextField) -> Void = { _ in }

  /// A field with this delegate, whose targets write to the same log.
  func makeField(_ text: String = "") -> UITextField {
    let field = UITextField()
    field.text = text
    field.delegate = self
    let events: [(String, UIControl.Event)] = [
      ("began", .editingDidBegin), ("changed", .editingChanged), ("ended", .editingDidEnd),
      ("return", .editingDidEndOnExit),
    ]
    for (name, event) in events {
      field.addAction(
        UIAction { [weak self] action in
          self?.log.append("\(name) \((action.sender as? UITextField)?.text ?? "-")")
        }, for: event)
    }
    return field
  }

  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
    log.append("shouldBegin")
    return true
  }
  func textFieldDidBeginEditing(_ textField: UITextField) {
    log.append("didBegin \(textField.isFirstResponder)")
  }
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
    log.append("shouldEnd")
    return mayEnd
  }
  func textFieldDidEndEditing(
    _ textField: UITextField, reason: UITextField.DidEndEditingReason
  ) { log.append("didEnd \(reason) \(textField.isFirstResponder)") }
  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    log.append("asked \(range.location),\(range.length) '\(string)' in '\(textField.text ?? "-")'")
    whenAsked(textField)
    return mayChange
  }
  func textFieldDidChangeSelection(_ textField: UITextField) {
    log.append("selection \(textField.currentSelection)")
  }
  func textFieldShouldClear(_ textField: UITextField) -> Bool {
    log.append("shouldClear")
    return true
  }
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    log.append("shouldReturn")
    return true
  }
}
