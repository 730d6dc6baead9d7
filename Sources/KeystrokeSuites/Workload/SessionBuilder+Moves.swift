import BenchmarkModel
import Foundation
import ReformatCore

/// Edits at the place where the caret is, or where a tap puts it.
extension SessionBuilder {
  /// Puts the caret somewhere, or selects.
  mutating func select(_ place: TextPlace) {
    selection = place
    isAtEnd = false
    selected = keys(of: place)
    isAllSelected = place == .all
  }

  /// Selects the digits between two separators of groups, as a double tap does.
  mutating func doubleTap(onDigit digit: Int) {
    select(.digits(group(of: digit)))
  }

  /// The digits of the integer part that the locale writes together with one of them.
  func group(of digit: Int) -> ClosedRange<Int> {
    let count = meant.integer.count
    let begins = { symbols.isGrouped(count, at: count - $0 + 1) }
    let first = (1...digit).last { $0 == 1 || begins($0) } ?? 1
    let next = (digit...count).dropFirst().first(where: begins) ?? count + 1
    return first...next - 1
  }

  private func keys(of place: TextPlace) -> Range<Int> {
    switch place {
    case .start: 0..<0
    case .end, .numberEnd, .characters: meant.keyCount..<meant.keyCount
    case .beforeDigit(let digit): digit - 1..<digit - 1
    case .behindDigit(let digit): digit..<digit
    case .digits(let digits): digits.lowerBound - 1..<digits.upperBound
    case .all: 0..<meant.keyCount
    }
  }

  /// Types or pastes keys in the place of what is selected; a point means the decimal separator.
  mutating func put(_ keys: String, by action: (String) -> UserAction = UserAction.insert) {
    let caret = replaceSelected(by: keys)
    add(action(keys.replacing(".", with: symbols.decimalSeparator)), caret: caret)
  }

  /// Types a number key by key.
  mutating func putEach(_ number: MeantNumber) {
    for key in number.pointed { put(String(key)) }
  }

  /// Types a digit.
  mutating func putDigit() { put(digits(1)) }

  /// Types another number over all.
  mutating func typeOverAll() {
    select(.all)
    var number = another()
    while !isTold(String(number.pointed.prefix(1))) { number = another() }
    putEach(number)
  }

  /// Draws a number of as many digits as were typed at first.
  mutating func another() -> MeantNumber {
    number(length: firstLength, allowsFraction: value.allowsFraction)
  }

  /// Draws a part of a number, to be put in the place of what is selected in one piece.
  mutating func anotherPiece(_ part: KeyPath<MeantNumber, String>) -> String {
    while true {
      let piece = another()[keyPath: part]
      if isTold(piece) { return piece }
    }
  }

  /// Draws `count` digits to be put in the place of what is selected, the first of them not 0.
  mutating func digits(_ count: Int) -> String {
    while true {
      let digits = (0..<count).map { digit(from: $0 == 0 ? 1 : 0) }.joined()
      if isTold(digits) { return digits }
    }
  }

  /// True if the texts before and after show where keys were put.
  ///
  /// If they do not, as in a run of equal digits, an onChange action cannot know where typing goes on.
  func isTold(_ keys: String) -> Bool {
    TextEdit(range: selected, replacement: keys).isTold(byTextsFrom: meant.pointed)
  }

  /// Drops digits at a place; without digits, two that are drawn.
  mutating func drop(_ dropped: String? = nil, behindDigit place: Int) {
    select(.behindDigit(place))
    put(dropped ?? digits(2))
  }

  /// Backspace.
  mutating func backspace(isSlip: Bool = false) {
    if selected.isEmpty {
      guard selected.lowerBound > 0 else { return }
      selected = selected.lowerBound - 1..<selected.lowerBound
    }
    let caret = replaceSelected(by: "")
    add(.backspace, caret: caret, isSlip: isSlip)
  }

  /// The Delete key in front of a digit.
  mutating func delete() {
    selected = selected.lowerBound..<selected.lowerBound + 1
    let caret = replaceSelected(by: "")
    add(.delete, caret: caret)
  }

  /// Composes digits in the place of what is selected: as they are typed they are wide ones, then they are converted.
  mutating func compose(_ digits: String) {
    let wide = String(
      String.UnicodeScalarView(
        digits.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFF10 - 0x30) }))
    let (place, isAll) = (selected, isAllSelected)
    for composed in (1...digits.count).map({ String(wide.prefix($0)) }) + [digits] {
      add(.compose(composed), caret: nil)
    }
    (selected, isAllSelected) = (place, isAll)
    put(digits) { _ in .commit }
  }

  /// Composes a digit and thinks better of it.
  mutating func cancelComposing() {
    let place = selected
    add(.compose("\u{FF11}"), caret: nil)
    add(.compose(""), caret: nil)
    add(.commit, caret: place.lowerBound)
  }

  /// Tab; the field shows the finished number.
  mutating func leave() {
    meant = value.completed(meant)
    add(.nextField, caret: nil, hasEnded: true)
  }

  /// Puts keys in the place of what is selected.
  ///
  /// - Returns: the place of the caret behind them.
  private mutating func replaceSelected(by keys: String) -> Int {
    if let replaced = meant.replacingKeys(selected, with: keys) { meant = replaced }
    if isAllSelected { meant.isNegative = false }
    return selected.lowerBound + keys.count
  }
}
