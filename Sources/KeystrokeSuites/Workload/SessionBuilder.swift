import BenchmarkModel
import Foundation
import ReformatCore

/// Builds the steps of a session, and keeps track of the number that they mean.
struct SessionBuilder {
  var symbols: LocaleSymbols
  var random: SplitMix64
  private(set) var steps: [MeantStep] = []
  var meant = MeantNumber()
  /// The digits and separators that are selected; empty at a caret.
  var selected = 0..<0
  /// True if all is selected, a minus too.
  var isAllSelected = false
  /// The locale that the app changed to; nil if it stayed.
  var lastLocale: String?
  /// True if the caret is behind the last digit, unless the strategy moved it: typing goes on there without a tap.
  var isAtEnd = true
  /// The selection before the next action; nil to keep the one that the strategy left.
  var selection: TextPlace?
  let value: ValueKind
  /// The number of digits that are typed at first.
  let firstLength: Int
  private let radix: Int
  /// The maximum number of digits in the field; nil if there is no limit.
  private let limit: Int?
  /// True if typed-over digits are replaced by as many others: a colour with fewer digits would be none.
  private let keepsCount: Bool

  init(symbols: LocaleSymbols, value: ValueKind, length: Int, random: SplitMix64) {
    firstLength = length
    self.symbols = symbols
    self.value = value
    radix = value.radix
    limit = value.digitLimit
    keepsCount = value == .hex
    self.random = random
  }

  /// Makes a number with this many digits, the first of them not 0, at most two of them after the separator.
  mutating func number(length: Int, allowsFraction: Bool) -> MeantNumber {
    let digits = digits(ofNumber: length)
    let behind = allowsFraction ? min(2, length - 1) : 0
    return MeantNumber(
      integer: String(digits.dropLast(behind)),
      fraction: behind == 0 ? nil : String(digits.suffix(behind)))
  }

  /// The digits of a number: those that the kind draws, or any that it accepts.
  private mutating func digits(ofNumber length: Int) -> String {
    guard let own = value.own else {
      return (0..<length).map { digit(from: $0 == 0 ? 1 : 0) }.joined()
    }
    if let draw = own.digits {
      let digits = draw(length, &random)
      precondition(
        digits.count == length && own.meant(digits) != nil,
        "the kind \(own.name) was asked for \(length) digits, and gave \(digits)")
      return digits
    }
    for _ in 0..<Self.tries {
      var digits = ""
      while digits.count < length,
        let next = acceptedDigit(from: digits.isEmpty ? 1 : 0, { digits + $0 })
          ?? (digits.isEmpty ? acceptedDigit(from: 0) { $0 } : nil)
      { digits += next }
      if digits.count == length { return digits }
    }
    preconditionFailure("the kind \(own.name) accepts no \(length) digits that could be found")
  }

  /// The maximum number of draws for digits that are accepted.
  private static let tries = 200

  /// Draws a digit with which the kind accepts the field's digits; nil if there is none.
  private mutating func acceptedDigit(from least: Int, _ digits: (String) -> String) -> String? {
    let first = digit(from: least)
    guard let own = value.own, !own.accepts(digits(first)) else { return first }
    for _ in 0..<Self.tries {
      let next = digit(from: least)
      if own.accepts(digits(next)) { return next }
    }
    return nil
  }

  /// True if the kind accepts these digits.
  func isAccepted(_ number: MeantNumber) -> Bool {
    value.own?.accepts(number.integer + (number.fraction ?? "")) ?? true
  }

  /// A digit that is not below `least`; a letter is a capital as often as not.
  mutating func digit(from least: Int) -> String {
    guard radix > 10 else { return String(random.number(in: least...9)) }
    return String(
      random.number(in: least...radix - 1), radix: radix, uppercase: random.below(2) == 0)
  }

  /// Adds a step that leaves the number meant, with the caret behind a number of digits and separators.
  mutating func add(
    _ action: UserAction, caret: Int?, isSlip: Bool = false, hasEnded: Bool = false,
    orElse others: [Goal] = [], isUntilEmpty: Bool = false, correcting slip: Character? = nil
  ) {
    let goal = Goal(
      meant: meant, caret: caret, isSlip: isSlip, hasEnded: hasEnded, others: others)
    steps.append(
      MeantStep(
        selection: selection, action: action, goal: goal, isUntilEmpty: isUntilEmpty, slip: slip))
    selection = nil
    isAtEnd = caret == meant.keyCount
    selected = caret.map { $0..<$0 } ?? meant.keyCount..<meant.keyCount
    isAllSelected = false
  }

  /// Types a number key by key into an empty field; with slips, about one key in ten goes wrong, at least one.
  mutating func type(_ number: MeantNumber, slips: Bool = false) {
    let keys = Array(number.keys(symbols))
    let sure = slips ? random.below(keys.count) : nil
    for (index, key) in keys.enumerated() {
      if index == sure || (slips && random.below(10) == 0) { slip(on: key) }
      press(key)
    }
    meant = number
  }

  /// Types a number as the locale writes it, separators included.
  ///
  /// If the key of the separator is that of a decimal point, others may mean that, until the rest says what it is.
  mutating func typeSeparated(_ number: MeantNumber) {
    let workload = WorkloadContext(locale: symbols.locale, value: value)
    guard let keys = workload.ownKeys(of: number) else { return type(number) }
    let start = steps.count
    var (reading, isTold): (MeantNumber?, Bool) = (nil, false)
    for key in keys {
      let isPoint = key == symbols.decimalSeparator
      if isPoint || workload.isGroup(key) { isTold = isTold || isPoint || reading != nil }
      if workload.isGroup(key) || (isPoint && !value.allowsFraction) {
        add(.insert(key), caret: meant.keyCount)
        steps[steps.count - 1].goal.mayStay = true
        if workload.isPoint(key), value.allowsFraction { reading = reading ?? meant.pointedAtEnd }
      } else {
        press(Character(key))
        reading = reading?.appending(Character(key))
        isTold = isTold || (reading?.fraction?.count ?? 0) > value.fractionLimit
      }
      if !isTold, let reading {
        steps[steps.count - 1].goal.readings = [Goal(meant: reading, caret: reading.keyCount)]
      }
    }
    leave()
    // A field that takes all keeps the separators.
    for step in start..<steps.count { steps[step].goal.isSlip = true }
  }

  /// Types a key of a number at the end.
  private mutating func press(_ key: Character) {
    let typed = String(key)
    if typed == symbols.decimalSeparator {
      meant.fraction = ""
    } else if typed == "-" {
      meant.isNegative = true
    } else if meant.fraction == nil {
      meant.integer += typed
    } else {
      meant.fraction? += typed
    }
    tapEnd()
    add(.insert(typed), caret: meant.keyCount)
  }

  /// Types a letter, or doubles the key; corrects it at once if it was accepted.
  ///
  /// No hexadecimal digit is doubled: a full field refuses it, which looks the same as accepting it. If `x` is a digit,
  /// another key is used.
  private mutating func slip(on key: Character) {
    if radix == 10, key.isASCII, key.isNumber, random.below(2) == 0,
      isAccepted(meant.appending(key))
    {
      press(key)
      deleteLast()
    } else {
      typeRefused(count: 1)
      add(.backspace, caret: meant.keyCount, correcting: wrong)
    }
  }

  /// A key that is invalid in a number of this kind.
  private var wrong: Character { Unicode.Scalar("x").isDigit(radix: radix) ? "?" : "x" }

  /// Types invalid keys, and corrects nothing.
  mutating func typeRefused(count: Int) {
    for _ in 0..<count {
      let key = value.isFull(meant) ? "7" : String(wrong)
      tapEnd()
      add(.insert(key), caret: meant.keyCount, isSlip: true)
    }
  }

  /// Lets another part of the app write a number, as far as a value of the kind can hold it.
  mutating func writeOutside(_ number: MeantNumber) {
    guard let (_, held) = number.held(by: value, in: Locale(identifier: symbols.locale))
    else { return }
    meant = held
    add(.write(plain(number)), caret: nil)
  }

  /// The number in plain notation, as its value is.
  func plain(_ number: MeantNumber) -> String {
    value.shown(number.withoutTrailingZeros).written(".")
  }

  /// Pastes a number over the whole text.
  mutating func paste(_ number: MeantNumber) {
    let isFirst = meant.isEmpty
    meant = number
    let keys = value.shown(number).keys(symbols)
    if !isFirst { selection = .all }
    add(.insert(keys), caret: number.keyCount)
  }

  /// Presses Backspace at the end: it deletes a digit or the decimal separator, and last of all the minus.
  mutating func deleteLast() {
    tapEnd()
    if let fraction = meant.fraction {
      meant.fraction = fraction.isEmpty ? nil : String(fraction.dropLast())
    } else if !meant.integer.isEmpty {
      meant.integer.removeLast()
    } else {
      meant.isNegative = false
    }
    add(.backspace, caret: meant.keyCount)
  }

  /// Puts the caret behind the number, unless typing goes on there.
  private mutating func tapEnd() {
    if !isAtEnd { selection = .numberEnd }
  }

  mutating func deleteAll() {
    while !meant.isEmpty { deleteLast() }
    // A mask may have a separator left.
    if value.own != nil { add(.backspace, caret: 0, isUntilEmpty: true) }
  }

  /// Types a digit at the end, if the kind accepts one.
  mutating func appendDigit() {
    let before = meant
    guard let digit = acceptedDigit(from: 1, { before.appending(Character($0)).digits }) else {
      return
    }
    press(Character(digit))
  }

  /// Inserts a digit and deletes one; deletes first if the field may be full.
  mutating func insertAndDeleteInMiddle() {
    if value.fillsFromRight {
      appendDigit()
      deleteLast()
    } else if let limit {
      deleteInMiddle()
      if meant.integer.count < limit { insertInMiddle() }
    } else {
      insertInMiddle()
      deleteInMiddle()
    }
  }

  /// Inserts a digit somewhere after the first.
  private mutating func insertInMiddle() {
    let place = random.number(in: 1...meant.integer.count)
    let before = meant
    guard let digit = acceptedDigit(from: 0, { before.replacing(place..<place, by: $0).digits })
    else { return }
    meant = before.replacing(place..<place, by: digit)
    selection = .behindDigit(place)
    add(.insert(digit), caret: place + 1)
  }

  /// Deletes a digit of the integer part, but never the first, so that no zero is left in front.
  private mutating func deleteInMiddle() {
    guard meant.integer.count > 1 else { return }
    let first = random.number(in: 2...meant.integer.count)
    // If what is left is not accepted, the next place is tried.
    let places = (first...meant.integer.count).map(\.self) + (2..<first)
    let place = places.first { isAccepted(meant.replacing($0 - 1..<$0, by: "")) }
    guard let place else { return }
    meant = meant.replacing(place - 1..<place, by: "")
    selection = .behindDigit(place)
    add(.backspace, caret: place - 1)
  }

  /// Selects up to three digits of the integer part and types one digit over them; in a colour as many as were
  /// selected, because fewer would be invalid.
  mutating func typeOverMiddle() {
    guard meant.integer.count > 2, !value.fillsFromRight else { return }
    let first = random.number(in: 2...meant.integer.count)
    let last = min(first + 2, meant.integer.count)
    let count = keepsCount ? last - first + 1 : 1
    var digits = (0..<count - 1).map { _ in digit(from: 1) }.joined()
    let before = meant
    let accepted = acceptedDigit(from: 1) {
      before.replacing(first - 1..<last, by: digits + $0).digits
    }
    guard let accepted else { return }
    digits += accepted
    meant = before.replacing(first - 1..<last, by: digits)
    selection = .digits(first...last)
    add(.insert(digits), caret: first - 1 + count)
  }

  /// The session, ended by Return.
  func finished() -> ScriptedSession {
    let end = MeantStep(
      selection: selection, action: .endEditing,
      goal: Goal(meant: meant, caret: nil, hasEnded: true))
    return ScriptedSession(steps: steps + [end], meant: meant, lastLocale: lastLocale)
  }
}
