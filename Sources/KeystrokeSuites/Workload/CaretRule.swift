import ReformatCore

extension WorkloadContext {
  /// The places of the caret, in UTF-16 code units, that mean the same to a user.
  ///
  /// The caret is counted in digits and decimal separators from the left, since separators of groups come and go: after
  /// typing it is behind what was typed, after Backspace before what was deleted. This is what text fields do without
  /// reformatting (UITextInput and GtkEditable both leave the caret behind inserted text and at the start of deleted text).
  /// Both sides of a separator that formatting put there are the same place, and so are both sides of invisible marks
  /// of direction. In front of a prefix and behind a suffix are other places: a key pressed there means something else.
  /// In a till the caret is always behind the last digit.
  ///
  /// - Parameters:
  ///   - text: the text that the oracle expects.
  ///   - meant: the number that it means.
  ///   - count: how many digits and decimal separators are left of the caret.
  /// - Returns: nil if the text does not show which of its digits were typed.
  func carets(in text: String, of meant: MeantNumber, behind count: Int) -> ClosedRange<Int>? {
    guard let keys = keyPlaces(in: text, of: meant) else { return nil }
    let count = value.fillsFromRight ? keys.count : count
    let isLast = count == keys.count
    let left = count > 0 ? keys[count - 1].upperBound : keys.first?.lowerBound ?? text.utf16.count
    let right =
      if !isLast {
        count > 0 ? keys[count].lowerBound : left
      } else if value.own != nil {
        // A custom kind may put a separator after the last digit.
        max(left, end(of: text))
      } else {
        left
      }
    return Self.withMarks(left...right, text)
  }

  /// The places of the digits and the decimal separator of a number in its text; nil if the text has other digits too,
  /// besides those that its kind says are its own.
  func keyPlaces(in text: String, of meant: MeantNumber) -> [Range<Int>]? {
    let meant = value.shown(meant)
    var keys = digits(in: text)
    let integer = meant.integer.count
    guard keys.count == integer + (meant.fraction?.count ?? 0) else { return nil }
    guard meant.fraction != nil else { return keys }
    let separator = Array(symbols.decimalSeparator.utf16)
    let units = Array(text.utf16)
    let starts = units.indices.filter { units[$0...].starts(with: separator) }
    let start =
      if integer > 0 {
        starts.first { $0 >= keys[integer - 1].upperBound }
      } else if let first = keys.first {
        starts.last { $0 < first.lowerBound }
      } else {
        starts.last
      }
    guard let start else { return nil }
    keys.insert(start..<start + separator.count, at: integer)
    return keys
  }

  /// The range with the invisible marks on both sides.
  private static func withMarks(_ range: ClosedRange<Int>, _ text: String) -> ClosedRange<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    // All marks of direction are one code unit.
    let units = Array(text.utf16)
    let isMark = { (place: Int) in
      units.indices.contains(place)
        && Unicode.Scalar(units[place])?.properties.generalCategory == .format
    }
    while isMark(lower - 1) { lower -= 1 }
    while isMark(upper) { upper += 1 }
    return lower...upper
  }
}
