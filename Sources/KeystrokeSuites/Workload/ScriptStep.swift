import FieldHost
import ReformatCore

/// The next intended action of a user, independent of the present text.
///
/// A strategy may have put separators into the text or removed characters. So a step names digits and the end, and
/// becomes an edit only when the text is known.
enum ScriptStep: Hashable, Sendable {
  /// Types or pastes at the caret that the strategy left.
  case type(String)
  /// Backspace at the caret that the strategy left.
  case backspace
  /// Moves the caret to the end, and types there.
  case append(String)
  /// Types or pastes after the n-th digit, counted from 1.
  case insert(String, afterDigit: Int)
  /// Moves the caret to the end, and presses Backspace.
  case deleteLast
  /// Backspace after the n-th digit, counted from 1.
  case deleteDigit(Int)
  /// Backspace at the caret if this character is before it: a slip that was accepted.
  case correct(Character)
  /// Selects the n-th to m-th digit with everything between them and types or pastes over them.
  case replaceDigits(ClosedRange<Int>, String)
  /// Selects everything and types or pastes over it.
  case replaceAll(String)
  /// Another part of the app writes the value.
  case write(ExpectedValue)
  /// Return.
  case endEditing
  /// Puts the caret somewhere, or selects, as taps do: no keystroke, but the next one is pressed there.
  case select(ScriptPlace)
  /// The Delete key at the caret that the strategy left.
  case delete
  /// Backspace at the caret that the strategy left, again and again until the text is empty.
  case untilEmpty
  /// Drops a text somewhere; the selection is elsewhere until then.
  case drop(String, ScriptPlace)
  /// A step of an input method, at the selection.
  case compose(String)
  /// Commits the composed text.
  case commit
  /// The toolkit takes the last edit back.
  case undo
  /// The toolkit makes an edit again that it took back.
  case redo
  /// Tab: editing ends.
  case leave
  /// The app changes the locale, and shows the value in it.
  case changeLocale(String, ExpectedValue)

  /// True if Backspace is pressed.
  var isBackspace: Bool { [.backspace, .deleteLast, .untilEmpty].contains(self) }

  /// The keystroke for a text, or nil if the step has nothing to do, or is the toolkit's to do.
  ///
  /// - Parameters:
  ///   - text: the text in the field.
  ///   - selection: the selection in it.
  ///   - workload: tells the digits that are counted, and the suffixes: the end is before them.
  /// - Returns: the keystroke, or nil.
  func keystroke(
    in text: String, selection: Range<Int>, _ workload: WorkloadContext
  ) -> Keystroke? {
    let end = Self.end(of: text, before: workload.suffixes)
    switch self {
    case .type(let new): return .edit(TextEdit(range: selection, replacement: new))
    case .backspace, .untilEmpty:
      return selection.isEmpty
        ? Self.backspace(text, at: selection.lowerBound)
        : .edit(TextEdit(range: selection, replacement: ""))
    case .delete:
      return selection.isEmpty
        ? Self.delete(text, at: selection.lowerBound)
        : .edit(TextEdit(range: selection, replacement: ""))
    case .append(let new): return .edit(TextEdit(range: end..<end, replacement: new))
    case .insert(let new, let digit):
      let caret = workload.digits(in: text, upTo: digit).last?.upperBound ?? 0
      return .edit(TextEdit(range: caret..<caret, replacement: new))
    case .deleteLast: return Self.backspace(text, at: end)
    case .deleteDigit(let digit):
      let digits = workload.digits(in: text, upTo: digit)
      guard digits.count == digit, let range = digits.last else { return nil }
      return .edit(TextEdit(range: range, replacement: ""))
    case .correct(let slip):
      let caret = selection.upperBound
      return Self.text(text, before: caret).last == slip ? Self.backspace(text, at: caret) : nil
    case .replaceDigits(let which, let new):
      let digits = workload.digits(in: text, upTo: which.upperBound)
        .dropFirst(which.lowerBound - 1)
      guard let first = digits.first, let last = digits.last else { return nil }
      return .edit(TextEdit(range: first.lowerBound..<last.upperBound, replacement: new))
    case .replaceAll(let new):
      return .edit(TextEdit(range: 0..<text.utf16.count, replacement: new))
    case .write(let value): return .write(value)
    case .endEditing: return .endEditing
    case .drop(let new, let place):
      return .edit(TextEdit(range: place.selection(in: text, workload), replacement: new))
    case .compose(let composed): return .other(.compose(composed))
    case .commit: return .other(.commit)
    case .leave: return .nextField
    case .changeLocale(let locale, let value): return .other(.changeLocale(locale, value))
    case .select, .undo, .redo: return nil
    }
  }

  /// The end of a number in its text: before a suffix.
  static func end(of text: String, before suffixes: [String]) -> Int {
    let suffix = suffixes.first { text.utf16.count > $0.utf16.count && text.hasSuffix($0) }
    return text.utf16.count - (suffix?.utf16.count ?? 0)
  }

  private static func backspace(_ text: String, at end: Int) -> Keystroke? {
    guard let last = Self.text(text, before: end).last else { return nil }
    return .edit(TextEdit(range: end - last.utf16.count..<end, replacement: ""))
  }

  private static func delete(_ text: String, at start: Int) -> Keystroke? {
    guard let next = text[text.utf16.index(text.startIndex, offsetBy: start)...].first else {
      return nil
    }
    return .edit(TextEdit(range: start..<start + next.utf16.count, replacement: ""))
  }

  private static func text(_ text: String, before end: Int) -> Substring {
    text.prefix(upTo: text.utf16.index(text.startIndex, offsetBy: end))
  }

  /// The ranges of the first digits of a text, at most `count`, in UTF-16 code units.
  static func digits(in text: String, radix: Int, upTo count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var offset = 0
    for scalar in text.unicodeScalars where ranges.count < count {
      let width = scalar.utf16.count
      if scalar.isDigit(radix: radix) { ranges.append(offset..<offset + width) }
      offset += width
    }
    return ranges
  }
}

/// A place in a text, whatever the strategy put between its digits.
enum ScriptPlace: Hashable, Sendable {
  /// In front of all, a prefix too.
  case start
  /// Behind all, a suffix too.
  case end
  /// In front of the n-th digit, counted from 1.
  case beforeDigit(Int)
  /// Behind the n-th digit.
  case behindDigit(Int)
  /// From the n-th to the m-th digit.
  case digits(ClosedRange<Int>)
  /// All that is there.
  case all

  /// The selection in a text, in UTF-16 code units; of digits that are not there it is what is left of them, at the end.
  func selection(in text: String, _ workload: WorkloadContext) -> Range<Int> {
    let end = text.utf16.count
    func place(_ digit: Int) -> Range<Int> {
      let digits = workload.digits(in: text, upTo: digit)
      return digits.count == digit ? digits.last ?? 0..<0 : end..<end
    }
    switch self {
    case .start: return 0..<0
    case .end: return end..<end
    case .beforeDigit(let digit): return place(digit).lowerBound..<place(digit).lowerBound
    case .behindDigit(let digit): return place(digit).upperBound..<place(digit).upperBound
    case .digits(let digits):
      return place(digits.lowerBound).lowerBound..<place(digits.upperBound).upperBound
    case .all: return 0..<end
    }
  }
}

extension Unicode.Scalar {
  /// True if it is a digit: a decimal one of any script, or for a larger base an ASCII one.
  func isDigit(radix: Int) -> Bool {
    if radix > 10 { return asciiDigit.map { $0 < radix } ?? false }
    // Looking up the category takes longer than everything else that a step does.
    return isASCII ? ("0"..."9").contains(self) : properties.generalCategory == .decimalNumber
  }

  /// The value as a digit or a letter of ASCII, `a` and `A` being 10; nil for any other character.
  private var asciiDigit: UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x5A: value - 0x41 + 10
    case 0x61...0x7A: value - 0x61 + 10
    default: nil
    }
  }
}
