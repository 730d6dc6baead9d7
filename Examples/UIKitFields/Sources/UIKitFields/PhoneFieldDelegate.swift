import UIKit

/// Formats a phone number of North America while it is typed, such as (206) 555-1234.
///
/// The caret is moved in a later turn of the main queue, since some keyboards move it themselves after a paste.
public final class PhoneFieldDelegate: NSObject, UITextFieldDelegate {
  /// The digits in the field.
  public private(set) var digits = ""

  private static let digitLimit = 10

  /// Makes an edit itself, and refuses one of which nothing is of use.
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    guard let text = textField.text, var edited = Range(range, in: text) else { return false }
    let typed = string.filter(\.isASCIIDigit)
    guard string.isEmpty || !typed.isEmpty else { return false }
    if string.isEmpty, !text[edited].contains(where: \.isASCIIDigit) {
      // Backspace behind a parenthesis, a space or a dash takes the digit before it.
      let digit = text[..<edited.lowerBound].lastIndex(where: \.isASCIIDigit)
      guard let digit else { return false }
      edited = digit..<edited.upperBound
    }
    let left = text[..<edited.lowerBound].filter(\.isASCIIDigit) + typed
    let all = left + text[edited.upperBound...].filter(\.isASCIIDigit)
    guard all.count <= Self.digitLimit else { return false }
    digits = all
    textField.text = Self.format(digits)
    let caret = Self.format(digits, upTo: left.count)
    DispatchQueue.main.async { [weak textField] in
      guard let textField,
        let place = textField.position(from: textField.beginningOfDocument, offset: caret)
      else { return }
      textField.selectedTextRange = textField.textRange(from: place, to: place)
    }
    return false
  }

  private static func format(_ digits: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      switch index {
      case 0: text += "("
      case 3: text += ") "
      case 6: text += "-"
      default: break
      }
      text.append(digit)
    }
    return text
  }

  /// The length of the text up to the n-th digit.
  private static func format(_ digits: String, upTo count: Int) -> Int {
    digits.isEmpty ? 0 : max(1, format(String(digits.prefix(count))).utf16.count)
  }
}
