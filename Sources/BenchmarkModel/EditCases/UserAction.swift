/// An action of a user in a field, or of code that writes into it.
///
/// Scripts, edit cases, traces and hunts are all written in it. It does not depend on the text that a strategy leaves.
/// It becomes an edit, a range and its replacement, when that text is known.
public enum UserAction: Hashable, Sendable, Codable {
  /// Replaces the selection by a text, in one piece: a key, a paste.
  case insert(String)
  /// Replaces a range, in UTF-16 code units, by a text, in one piece, as a recorded session has it.
  case replace(Range<Int>, by: String)
  /// Deletes the selection, or the character before the caret.
  case backspace
  /// Deletes the selection, or the character behind the caret.
  case delete
  /// Shows the text that an input method has composed so far.
  case compose(String)
  /// Ends composing.
  case commit
  /// Return: editing ends.
  case endEditing
  /// Tab: editing ends, and the next field of the form is entered.
  case nextField
  /// Takes the last edit back, as far as the toolkit knows it.
  case undo
  /// Makes an edit again that was taken back.
  case redo
  /// Another part of the app writes a value, in plain notation.
  case write(String)
  /// The app changes the locale, and shows a value in it, in plain notation.
  case changeLocale(String, showing: String)
  /// Something happens to the screen around the field.
  case screen(ScreenEvent)
}

/// An event of the screen around a field.
public enum ScreenEvent: String, CaseIterable, Sendable, Codable {
  /// The screen appears.
  case appear
  /// The keyboard slides in.
  case keyboardShows = "keyboard-shows"
  /// The keyboard slides out.
  case keyboardHides = "keyboard-hides"
  /// The screen disappears.
  case disappear
}

/// A place in a text, whatever a strategy put between its digits: a caret if it covers nothing.
public enum TextPlace: Hashable, Sendable, Codable {
  /// Between two numbers of characters, both at most at the end.
  case characters(Int, Int)
  /// In front of all, a prefix too.
  case start
  /// Behind all, a suffix too.
  case end
  /// Behind the number, before a suffix.
  case numberEnd
  /// In front of the n-th digit, counted from 1.
  case beforeDigit(Int)
  /// Behind the n-th digit, or behind the last one if there are fewer.
  case behindDigit(Int)
  /// From the n-th to the m-th digit.
  case digits(ClosedRange<Int>)
  /// All that is there.
  case all
}

extension UserAction {
  /// The actions that have no text, by the names of their keys.
  private static let keys: [(name: String, action: UserAction)] = [
    ("Backspace", .backspace), ("Delete", .delete), ("Return", .endEditing), ("Tab", .nextField),
    ("Commit", .commit), ("Undo", .undo), ("Redo", .redo),
  ]

  /// The names of all keys.
  static var keyNames: [String] { keys.map(\.name) }

  /// The action of a key; nil if there is no key with that name.
  init?(key name: String) {
    guard let key = Self.keys.first(where: { $0.name == name }) else { return nil }
    self = key.action
  }

  /// The name of its key; nil if it has none.
  package var key: String? { Self.keys.first { $0.action == self }?.name }

  /// The action in words.
  package var words: String {
    switch self {
    case .insert(let text): "insert \(VisibleText.quoted(text))"
    case .replace(let range, let text):
      "[\(range.lowerBound), \(range.upperBound)] by \(VisibleText.quoted(text))"
    case .compose(let text): "compose \(VisibleText.quoted(text))"
    case .commit: "end composing"
    case .write(let value): "write the value \(value)"
    case .changeLocale(let locale, let value): "change the locale to \(locale), with \(value)"
    case .screen(let event): event.rawValue
    case .backspace, .delete, .endEditing, .nextField, .undo, .redo: key ?? ""
    }
  }
}
