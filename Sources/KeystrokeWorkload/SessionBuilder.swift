import ReformatCore

/// Writes down steps, and keeps book of the number that they mean.
struct SessionBuilder {
  private let symbols: LocaleSymbols
  private var random: SplitMix64
  private var steps: [ScriptStep] = []
  private var meant = MeantNumber()

  init(symbols: LocaleSymbols, random: SplitMix64) {
    self.symbols = symbols
    self.random = random
  }

  /// A number of so many digits, the first of them not 0, at most two of them behind the separator.
  mutating func number(length: Int, allowsFraction: Bool) -> MeantNumber {
    let digits = (0..<length).map { $0 == 0 ? random.number(in: 1...9) : random.number(in: 0...9) }
      .map(String.init).joined()
    let behind = allowsFraction ? min(2, length - 1) : 0
    return MeantNumber(
      integer: String(digits.dropLast(behind)),
      fraction: behind == 0 ? nil : String(digits.suffix(behind)))
  }

  /// Types a number key by key into an empty field; with slips, about one key in ten goes wrong, at least one.
  mutating func type(_ number: MeantNumber, slips: Bool = false) {
    let keys = Array(number.keys(symbols))
    let sure = slips ? random.below(keys.count) : nil
    for (index, key) in keys.enumerated() {
      if index == sure || (slips && random.below(10) == 0) { slip(on: key) }
      steps.append(.append(String(key)))
    }
    meant = number
  }

  /// A letter, or the key doubled; corrected at once if it was let in.
  private mutating func slip(on key: Character) {
    if key.isASCII, key.isNumber, random.below(2) == 0 {
      steps += [.append(String(key)), .deleteLast]
    } else {
      steps += [.append("x"), .correct("x")]
    }
  }

  /// Pastes a number over all that is there.
  mutating func paste(_ number: MeantNumber) {
    let keys = number.keys(symbols)
    steps.append(meant.isEmpty ? .append(keys) : .replaceAll(keys))
    meant = number
  }

  /// Backspace at the end: a digit or the decimal separator goes, last of all the minus.
  mutating func deleteLast() {
    steps.append(.deleteLast)
    if let fraction = meant.fraction {
      meant.fraction = fraction.isEmpty ? nil : String(fraction.dropLast())
    } else if !meant.integer.isEmpty {
      meant.integer.removeLast()
    } else {
      meant.isNegative = false
    }
  }

  mutating func deleteAll() {
    while !meant.isEmpty { deleteLast() }
  }

  mutating func appendDigit() {
    let digit = String(random.number(in: 1...9))
    steps.append(.append(digit))
    if meant.fraction == nil { meant.integer += digit } else { meant.fraction? += digit }
  }

  /// Inserts a digit somewhere behind the first.
  mutating func insertInMiddle() {
    let place = random.number(in: 1...meant.integer.count)
    let digit = String(random.number(in: 0...9))
    steps.append(.insert(digit, afterDigit: place))
    replaceInteger(from: place, to: place, by: digit)
  }

  /// Deletes a digit of the integer part, but never the first: no zero is left in front.
  mutating func deleteInMiddle() {
    guard meant.integer.count > 1 else { return }
    let place = random.number(in: 2...meant.integer.count)
    steps.append(.deleteDigit(place))
    replaceInteger(from: place - 1, to: place, by: "")
  }

  /// Selects up to three digits of the integer part and types one digit over them.
  mutating func typeOverMiddle() {
    guard meant.integer.count > 2 else { return }
    let first = random.number(in: 2...meant.integer.count)
    let last = min(first + 2, meant.integer.count)
    let digit = String(random.number(in: 1...9))
    steps.append(.replaceDigits(first...last, digit))
    replaceInteger(from: first - 1, to: last, by: digit)
  }

  private mutating func replaceInteger(from lower: Int, to upper: Int, by digits: String) {
    let start = meant.integer.startIndex
    let range =
      meant.integer.index(start, offsetBy: lower)..<meant.integer.index(start, offsetBy: upper)
    meant.integer.replaceSubrange(range, with: digits)
  }

  /// The session, ended by Return.
  func finished() -> ScriptedSession {
    ScriptedSession(steps: steps + [.endEditing], meant: meant)
  }
}
