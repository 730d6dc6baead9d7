/// A position in a text (`UITextPosition`); a text field makes its own.
@preconcurrency @MainActor open class UITextPosition: NSObject {}

/// A range of a text (`UITextRange`); a text field makes its own.
@preconcurrency @MainActor open class UITextRange: NSObject {
  /// The start (`UITextRange.start`).
  open var start: UITextPosition { UITextPosition() }
  /// The end (`UITextRange.end`).
  open var end: UITextPosition { UITextPosition() }
  /// True if the range holds no characters (`UITextRange.isEmpty`).
  open var isEmpty: Bool { true }
}

/// A direction in which text is laid out (`UITextLayoutDirection`).
public enum UITextLayoutDirection: Int, Sendable {
  /// To the right.
  case right = 2
  /// To the left.
  case left = 3
  /// Upwards.
  case up = 4
  /// Downwards.
  case down = 5
}

/// The kind of keyboard of a text field (`UIKeyboardType`); there is no keyboard, but delegates look at it.
public enum UIKeyboardType: Int, Sendable {
  /// The default keyboard.
  case `default`
  /// All of ASCII.
  case asciiCapable
  /// Numbers and punctuation.
  case numbersAndPunctuation
  /// For addresses of pages.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL
  /// Digits.
  case numberPad
  /// For phone numbers.
  case phonePad
  /// For names and phone numbers.
  case namePhonePad
  /// For addresses of mail.
  case emailAddress
  /// Digits and a decimal separator.
  case decimalPad
  /// For short messages.
  case twitter
  /// For searching.
  case webSearch
  /// Digits of ASCII.
  case asciiCapableNumberPad
}

/// An object that takes text from a keyboard (`UIKeyInput`).
@preconcurrency @MainActor public protocol UIKeyInput: NSObjectProtocol {
  /// True if there is text (`UIKeyInput.hasText`).
  var hasText: Bool { get }
  /// Inserts a text at the selection (`UIKeyInput.insertText(_:)`).
  func insertText(_ text: String)
  /// Deletes the selection, or the character before the caret (`UIKeyInput.deleteBackward()`).
  func deleteBackward()
}

/// An object with a text that can be edited by positions (`UITextInput`).
@preconcurrency @MainActor public protocol UITextInput: UIKeyInput {
  /// The text in a range (`UITextInput.text(in:)`).
  func text(in range: UITextRange) -> String?
  /// Replaces the text in a range (`UITextInput.replace(_:withText:)`).
  func replace(_ range: UITextRange, withText text: String)
  /// The selection; a caret if it is empty (`UITextInput.selectedTextRange`).
  var selectedTextRange: UITextRange? { get set }
  /// The range of the text that is being composed, or nil (`UITextInput.markedTextRange`).
  var markedTextRange: UITextRange? { get }
  /// Shows a text that is being composed (`UITextInput.setMarkedText(_:selectedRange:)`).
  func setMarkedText(_ markedText: String?, selectedRange: NSRange)
  /// Ends composing; the text stays (`UITextInput.unmarkText()`).
  func unmarkText()
  /// The position before the first character (`UITextInput.beginningOfDocument`).
  var beginningOfDocument: UITextPosition { get }
  /// The position behind the last character (`UITextInput.endOfDocument`).
  var endOfDocument: UITextPosition { get }
  /// The range between two positions (`UITextInput.textRange(from:to:)`).
  func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
  /// The position at an offset from another, or nil if that is outside (`UITextInput.position(from:offset:)`).
  func position(from position: UITextPosition, offset: Int) -> UITextPosition?
  /// The position at an offset in a direction, or nil if that is outside (`UITextInput.position(from:in:offset:)`).
  func position(
    from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
  ) -> UITextPosition?
  /// The order of two positions (`UITextInput.compare(_:to:)`).
  func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
  /// The distance of two positions, in UTF-16 code units (`UITextInput.offset(from:to:)`).
  func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
}
