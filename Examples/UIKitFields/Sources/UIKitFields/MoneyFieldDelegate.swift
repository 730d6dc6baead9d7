import UIKit

/// Formats whole dollars while they are typed, such as $1,234,567.
///
/// It writes each text itself, and keeps the caret at its distance from the end, since groups are counted from there.
public final class MoneyFieldDelegate: NSObject, UITextFieldDelegate {
  /// The amount in the field; nil if it is empty.
  public private(set) var amount: Int?

  private static let digitLimit = 12
  private let formatter = NumberFormatter()
  private let keepsCaret: Bool

  /// Creates a delegate.
  ///
  /// - Parameter keepsCaret: false leaves the caret where a field puts it when code writes its text: at the end.
  public init(keepsCaret: Bool = true) {
    self.keepsCaret = keepsCaret
    formatter.locale = Locale(identifier: "en_US")
    formatter.numberStyle = .currency
    formatter.currencyCode = "USD"
    formatter.minimumFractionDigits = 0
    formatter.maximumFractionDigits = 0
  }

  /// Shows an amount from elsewhere in the app.
  public func show(_ newAmount: Int?, in textField: UITextField) {
    amount = newAmount
    textField.text = newAmount.flatMap { formatter.string(from: NSNumber(value: $0)) }
  }

  /// Makes an edit itself, and refuses one of which nothing is of use.
  public func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool {
    guard let text = textField.text, var edited = Range(range, in: text) else { return false }
    guard string.isEmpty || string.contains(where: \.isASCIIDigit) else { return false }
    if string.isEmpty, edited.lowerBound > text.startIndex,
      !text[edited].contains(where: \.isASCIIDigit)
    {
      // Backspace behind a comma takes the digit before it.
      edited = text.index(before: edited.lowerBound)..<edited.upperBound
    }
    let digits = text.replacingCharacters(in: edited, with: string).filter(\.isASCIIDigit)
    guard digits.count <= Self.digitLimit else { return false }
    let behind = text.utf16.distance(from: edited.upperBound, to: text.endIndex)
    show(Int(digits), in: textField)
    if keepsCaret { moveCaret(in: textField, before: behind) }
    textField.sendActions(for: .editingChanged)
    return false
  }

  /// Puts the caret behind a number of characters, but not before the dollar sign.
  private func moveCaret(in textField: UITextField, before count: Int) {
    let start = textField.position(from: textField.beginningOfDocument, offset: 1)
    guard let start else { return }
    let place = textField.position(from: textField.endOfDocument, offset: -count) ?? start
    let caret = textField.compare(place, to: start) == .orderedAscending ? start : place
    textField.selectedTextRange = textField.textRange(from: caret, to: caret)
  }
}
