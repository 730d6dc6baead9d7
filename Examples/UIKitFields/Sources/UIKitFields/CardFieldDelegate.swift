import UIKit

/// Groups the digits of a card number by four, such as 4111 1111 1111 1111.
///
/// The field makes the edits; their text is grouped when it has changed, and the caret stays behind its digit.
public final class CardFieldDelegate: NSObject, UITextFieldDelegate {
  /// The digits in the field.
  public private(set) var digits = ""

  private static let digitLimit = 16

  /// Becomes the delegate of a field, and is told of its changes.
  public func attach(to textField: UITextField) {
    textField.delegate = self
    textField.addAction(
      UIAction { [weak self] action in
        if let textField = action.sender as? UITextField { self?.group(textField) }
      }, for: .editingChanged)
  }

  /// Lets digits in, as many as a card has.
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    guard let text = textField.text, let edited = Range(range, in: text) else { return false }
    if string.isEmpty, text[edited] == " " { return deleteDigit(in: textField, beside: range) }
    guard string.isEmpty || string.contains(where: \.isASCIIDigit) else { return false }
    let kept = text.filter(\.isASCIIDigit).count - text[edited].filter(\.isASCIIDigit).count
    return kept + string.filter(\.isASCIIDigit).count <= Self.digitLimit
  }

  /// Deletes the digit on the other side of a space: the one before it if the caret is behind the space.
  private func deleteDigit(in textField: UITextField, beside space: NSRange) -> Bool {
    guard let selected = textField.selectedTextRange else { return false }
    let caret = textField.offset(from: textField.beginningOfDocument, to: selected.start)
    let digit = caret > space.location ? space.location - 1 : space.upperBound
    guard
      let start = textField.position(from: textField.beginningOfDocument, offset: digit),
      let end = textField.position(from: start, offset: 1),
      let range = textField.textRange(from: start, to: end)
    else { return false }
    textField.replace(range, withText: "")
    textField.sendActions(for: .editingChanged)
    return false
  }

  private func group(_ textField: UITextField) {
    // An input method is at work on the text.
    guard textField.markedTextRange == nil, let text = textField.text,
      let selected = textField.selectedTextRange
    else { return }
    let caret = textField.offset(from: textField.beginningOfDocument, to: selected.start)
    let before = text.prefix(caret).filter(\.isASCIIDigit).count
    digits = text.filter(\.isASCIIDigit)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, index.isMultiple(of: 4) { grouped.append(" ") }
      grouped.append(digit)
    }
    textField.text = grouped
    let place = textField.position(
      from: textField.beginningOfDocument, offset: before + max(0, before - 1) / 4)
    guard let place else { return }
    textField.selectedTextRange = textField.textRange(from: place, to: place)
  }
}
