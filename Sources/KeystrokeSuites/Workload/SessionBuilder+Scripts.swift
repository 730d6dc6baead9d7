import BenchmarkModel
import Foundation
import ReformatCore

/// The scripts that do what people do besides typing at the end.
extension SessionBuilder {
  /// The caret behind a suffix, in front of a prefix, inside a group, behind a separator.
  mutating func editAtCarets(_ number: MeantNumber) {
    type(number)
    select(.end)
    backspace()
    putDigit()
    select(.start)
    putDigit()
    select(.start)
    delete()
    select(.behindDigit(random.number(in: 1...meant.integer.count)))
    putDigit()
    putDigit()
    backspace()
    backspace()
    // In most locales a separator is in front of the last three digits.
    let place = meant.integer.count - 2
    guard place > 2 else { return }
    select(.digits(place - 1...place - 1))
    guard isTold("") else { return }
    select(.beforeDigit(place))
    backspace()
    putDigit()
  }

  /// Edits that texts do not tell, each in a number of its own.
  mutating func editAnywhere(_ number: MeantNumber) {
    type(number)
    replaceInRun()
    typeTheSameOverAll()
    deleteAtSeparators()
    paste(another())
    select(.beforeDigit(1))
    add(.backspace, caret: 0)
    paste(another())
    select(.numberEnd)
    add(.delete, caret: meant.keyCount)
    paste(another())
    let first = random.number(in: 1...meant.integer.count)
    select(.digits(first...min(first + 2, meant.integer.count)))
    put(digit(from: 1))
    insertSigned()
    typeSecondSeparator()
    paste(another())
  }

  /// In a run of equal digits one is typed, and one typed over.
  private mutating func replaceInRun() {
    var run = another()
    let digit = String(run.integer.prefix(1))
    run.integer = String(repeating: digit, count: run.integer.count)
    paste(run)
    let place = random.number(in: 1...run.integer.count)
    select(.digits(place...place))
    put(digit)
    paste(run)
    guard run.integer.count < value.integerLimit ?? .max else { return }
    select(.behindDigit(place))
    put(digit)
  }

  /// All is selected, and its first digit typed; then a zero.
  private mutating func typeTheSameOverAll() {
    let number = another()
    let digit = String(number.integer.prefix(1))
    for number in [MeantNumber(integer: digit), number] {
      paste(number)
      select(.all)
      put(digit)
      put("0")
    }
  }

  /// Backspace behind a separator of groups and Delete before it.
  private mutating func deleteAtSeparators() {
    let number = another()
    paste(number)
    let place = group(of: meant.integer.count).lowerBound
    guard place > 1 else { return }
    select(.beforeDigit(place))
    backspace()
    paste(number)
    select(.behindDigit(place - 1))
    delete()
  }

  /// A number with a sign is pasted behind a digit, which no number has there.
  private mutating func insertSigned() {
    guard value.allowsNegative else { return }
    paste(another())
    select(.behindDigit(1))
    add(.insert("-" + digit(from: 1)), caret: 1, isSlip: true)
  }

  /// A decimal separator is typed before the one that is there: it counts if nothing is lost, or the caret moves to it.
  private mutating func typeSecondSeparator() {
    let number = another()
    guard let fraction = number.fraction else { return }
    let count = number.integer.count
    for place in Set([1, count]).sorted() {
      paste(number)
      select(.behindDigit(place))
      var others = place == count ? [Goal(meant: number, caret: count + 1)] : []
      if place < count, count - place + fraction.count <= value.fractionLimit {
        let integer = String(number.integer.prefix(place))
        let behind = String(number.integer.dropFirst(place)) + fraction
        others.append(
          Goal(meant: MeantNumber(integer: integer, fraction: behind), caret: place + 1))
      }
      add(.insert(symbols.decimalSeparator), caret: place, isSlip: true, orElse: others)
    }
  }

  /// A group is selected and typed over, another one deleted; then all.
  mutating func selectAndType(_ number: MeantNumber) {
    type(number)
    doubleTap(onDigit: random.number(in: 1...meant.integer.count))
    putDigit()
    let last = group(of: meant.integer.count)
    if last.lowerBound > 1 {
      doubleTap(onDigit: last.lowerBound)
      backspace()
      putDigit()
    }
    typeOverAll()
    select(.all)
    backspace()
    putEach(another())
  }

  /// A negative number goes key by key.
  mutating func clear(_ number: MeantNumber) {
    var negative = number
    negative.isNegative = value.allowsNegative
    type(negative)
    // In a custom kind nothing is known of a caret behind a suffix.
    if value.own == nil { select(.end) }
    while meant.keyCount > 0 { backspace() }
    meant = MeantNumber()
    add(.backspace, caret: 0, isUntilEmpty: true)
    putEach(another())
  }

  /// Numbers as others write them; the notations that may as well be refused are not among them.
  mutating func pasteForeign(_ number: MeantNumber) {
    let oracle = Oracle(locale: symbols.locale, value: value)
    let writer = PieceWriter(
      value: value, oracle: oracle,
      without: [
        .exponent, .abbreviation, .range, .trailingHyphen, .parentheses, .magnitude, .date,
        .address,
        .otherUnit, .zeroFraction,
      ])
    type(number)
    for _ in 0..<Self.pieces {
      select(.all)
      guard let piece = writer.piece(&random), let number = piece.meant, isTold(number.pointed)
      else { continue }
      meant = number
      // Behind a suffix that was pasted too is as right.
      add(.insert(piece.text), caret: oracle.suffixes.isEmpty ? meant.keyCount : nil, isSlip: true)
      // Behind a minus at the end Backspace has another meaning.
      if !number.isNegative { backspace(isSlip: true) }
    }
    typeOverAll()
  }

  private static let pieces = 6

  /// Digits from elsewhere, then a group of the number itself.
  mutating func drop(_ number: MeantNumber) {
    type(number)
    drop(behindDigit: random.number(in: 1...meant.integer.count))
    putDigit()
    let last = group(of: meant.integer.count)
    guard last.lowerBound > 1 else { return }
    let dragged = String(meant.integer.suffix(last.count))
    doubleTap(onDigit: last.lowerBound)
    backspace()
    drop(dragged, behindDigit: random.number(in: 1...meant.integer.count))
  }

  /// Code writes a maximum that was exceeded, twice; then a button does, and a second field.
  mutating func clamp(_ number: MeantNumber) {
    type(number)
    let maximum = another()
    for _ in 0..<2 {
      select(.behindDigit(1))
      putDigit()
      writeOutside(maximum)
      backspace()
      putDigit()
    }
    writeOutside(maximum)
    leave()
    writeOutside(another())
    typeOverAll()
  }

  /// An input method types into the empty field, into the number and over all of it.
  mutating func compose(_ number: MeantNumber) {
    compose(String(number.integer.prefix(2)))
    putEach(
      MeantNumber(integer: String(number.integer.dropFirst(2)), fraction: number.fraction))
    select(.behindDigit(random.number(in: 1...meant.integer.count)))
    compose(digits(2))
    putDigit()
    cancelComposing()
    select(.all)
    compose(anotherPiece(\.integer))
  }

  /// Typing, a paste and a deletion are taken back and made again.
  mutating func undoAndRedo(_ number: MeantNumber) {
    type(number)
    undoAndRedo()
    select(.all)
    put(anotherPiece(\.pointed))
    undoAndRedo()
    backspace()
    undoAndRedo()
  }

  /// Undoes and redoes; the history gives back a number that was there before, and changes nothing if it is empty.
  private mutating func undoAndRedo() {
    let others = Set(steps.map(\.goal.meant)).union([MeantNumber()])
    add(
      .undo, caret: nil,
      orElse: others.sorted { $0.pointed < $1.pointed }.map { Goal(meant: $0) })
    add(.redo, caret: meant.keyCount)
  }

  /// All is selected at each entry.
  mutating func enterAndLeave(_ number: MeantNumber) {
    type(number)
    leave()
    typeOverAll()
    leave()
    select(.all)
    backspace()
    leave()
    typeOverAll()
    leave()
    select(.all)
  }

  /// The same value in another notation, and typing in that.
  mutating func changeLocale(_ number: MeantNumber, variant: Int) {
    type(number)
    let others = Self.notations.filter { $0 != symbols.locale }
    let locale = others[variant % others.count]
    if let (_, held) = meant.held(by: value, in: Locale(identifier: locale)) {
      let shown = plain(meant)
      lastLocale = locale
      symbols = WorkloadContext(locale: locale, value: self.value).symbols
      meant = held
      add(.changeLocale(locale, showing: shown), caret: nil)
    }
    backspace()
    putDigit()
    typeOverAll()
  }

  /// A comma, groups of two, digits and a minus of its own, a space between groups.
  private static let notations = ["de_DE", "en_IN", "ar_EG", "sv_SE", "en_US"]
}
