import ReformatCore

/// A delegate that takes the digits of each edit, rewrites the text and keeps the caret at its digit.
///
/// Backspace after a space deletes the digit before the space, Delete before a space the digit after it; a letter is
/// refused. The value is the digits.
public struct CardDelegate: ReformatStrategy {
  private let limit: Int

  /// Creates a strategy for cards of at most `limit` digits.
  public init(limit: Int = CardNumber.usualLimit) { self.limit = limit }

  /// The hosting that asks before the text changes.
  public var hosting: Hosting { .delegate }

  /// Refuses an edit without a usable digit, and makes any other edit itself.
  public mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<String> {
    guard let range = ranges.first else { return .refuse }
    let taken = phases.measure(.filter) {
      digits(of: text, replacing: range, by: replacement, selection: selection, phases)
    }
    guard let taken else { return .refuse }
    phases.count("text_scans")
    let number = phases.measure(.parse) { CardNumber(digitsOf: taken.digits, limit: limit) }
    return phases.measure(.format) {
      let caret = CardNumber.offset(behind: taken.caret)
      return .replace(
        Reaction(
          text: number.text, selection: caret..<caret,
          value: number.digits.isEmpty ? .clear : .set(number.digits)))
    }
  }

  /// Returns a number that another part of the app has written, in groups.
  public mutating func text(for value: String, phases: PhaseMarker) -> String? {
    phases.measure(.format) { CardNumber(digitsOf: value, limit: limit).text }
  }

  /// Returns all digits after an edit and the number of them before the caret; nil if the edit has no usable digit.
  private func digits(
    of text: String, replacing range: Range<Int>, by replacement: String, selection: Range<Int>,
    _ phases: PhaseMarker
  ) -> (digits: String, caret: Int)? {
    // The benchmark declares this metric. In an app the line costs one comparison with nil.
    phases.count("text_scans", 3)
    let all = CardNumber(digitsOf: text, limit: limit).digits
    var lower = CardNumber.count(in: text, upTo: range.lowerBound)
    var upper = CardNumber.count(in: text, upTo: range.upperBound)
    if replacement.isEmpty, lower == upper, !range.isEmpty {
      // The edit deletes only a space: delete the digit on its far side, as seen from the caret.
      if selection.lowerBound > range.lowerBound { lower -= 1 } else { upper += 1 }
      guard lower >= 0, upper <= all.count else { return nil }
    }
    phases.count("text_scans")
    let room = limit - (all.count - (upper - lower))
    let new = CardNumber(digitsOf: replacement, limit: room).digits
    guard replacement.isEmpty || !new.isEmpty else { return nil }
    return (all.prefix(lower) + new + all.dropFirst(upper), lower + new.count)
  }
}
