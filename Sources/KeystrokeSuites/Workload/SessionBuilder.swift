import BenchmarkModel
import ReformatCore

/// Writes down steps, and keeps book of the number that they mean.
struct SessionBuilder {
  private let symbols: LocaleSymbols
  private var random: SplitMix64
  private var steps: [ScriptStep] = []
  private var meant = MeantNumber()
  private let value: ValueKind
  private let radix: Int
  /// The most digits that the field holds; nil where nothing limits them.
  private let limit: Int?
  /// Whether as many digits are typed over others as those are: fewer would be no colour.
  private let keepsCount: Bool

  init(symbols: LocaleSymbols, value: ValueKind, random: SplitMix64) {
    self.symbols = symbols
    self.value = value
    radix = value.radix
    limit = value.digitLimit
    keepsCount = value == .hex
    self.random = random
  }

  /// A number of so many digits, the first of them not 0, at most two of them behind the separator.
  mutating func number(length: Int, allowsFraction: Bool) -> MeantNumber {
    let digits = (0..<length).map { digit(from: $0 == 0 ? 1 : 0) }.joined()
    let behind = allowsFraction ? min(2, length - 1) : 0
    return MeantNumber(
      integer: String(digits.dropLast(behind)),
      fraction: behind == 0 ? nil : String(digits.suffix(behind)))
  }

  /// A digit that is not below `least`; a letter is a capital as often as not.
  private mutating func digit(from least: Int) -> String {
    guard radix > 10 else { return String(random.number(in: least...9)) }
    return String(
      random.number(in: least...radix - 1), radix: radix, uppercase: random.below(2) == 0)
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
  ///
  /// No hexadecimal digit is doubled: a full field refuses it, which cannot be told from letting it in.
  /// Where `x` is a digit, another key is hit.
  private mutating func slip(on key: Character) {
    if radix == 10, key.isASCII, key.isNumber, random.below(2) == 0 {
      steps += [.append(String(key)), .deleteLast]
    } else {
      steps += [.append(String(wrong)), .correct(wrong)]
    }
  }

  /// A key that belongs to no number of this kind.
  private var wrong: Character { Unicode.Scalar("x").isDigit(radix: radix) ? "?" : "x" }

  /// Types keys that are of no use, and corrects nothing.
  mutating func typeRefused(count: Int) {
    steps += Array(repeating: .append(String(wrong)), count: count)
  }

  /// Another part of the app writes a number.
  mutating func writeOutside(_ number: MeantNumber) {
    steps.append(.write(number.expectedValue(of: value)))
    meant = number
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
    let digit = digit(from: 1)
    steps.append(.append(digit))
    if meant.fraction == nil { meant.integer += digit } else { meant.fraction? += digit }
  }

  /// A digit more and a digit less; first the one less where the field may be full.
  mutating func insertAndDeleteInMiddle() {
    if let limit {
      deleteInMiddle()
      if meant.integer.count < limit { insertInMiddle() }
    } else {
      insertInMiddle()
      deleteInMiddle()
    }
  }

  /// Inserts a digit somewhere behind the first.
  private mutating func insertInMiddle() {
    let place = random.number(in: 1...meant.integer.count)
    let digit = digit(from: 0)
    steps.append(.insert(digit, afterDigit: place))
    replaceInteger(from: place, to: place, by: digit)
  }

  /// Deletes a digit of the integer part, but never the first: no zero is left in front.
  private mutating func deleteInMiddle() {
    guard meant.integer.count > 1 else { return }
    let place = random.number(in: 2...meant.integer.count)
    steps.append(.deleteDigit(place))
    replaceInteger(from: place - 1, to: place, by: "")
  }

  /// Selects up to three digits of the integer part and types one digit over them, or as many over those of
  /// a colour, which would be none otherwise.
  mutating func typeOverMiddle() {
    guard meant.integer.count > 2 else { return }
    let first = random.number(in: 2...meant.integer.count)
    let last = min(first + 2, meant.integer.count)
    let count = keepsCount ? last - first + 1 : 1
    let digits = (0..<count).map { _ in digit(from: 1) }.joined()
    steps.append(.replaceDigits(first...last, digits))
    replaceInteger(from: first - 1, to: last, by: digits)
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
