import FieldHost
import Foundation
import ReformatCore
import Synchronization

/// A kind of number in the locales that write it alike, with the text that Foundation writes for it.
struct NumberKind: CustomStringConvertible {
  enum Name: CaseIterable { case int, double, decimal, currency, percent }

  let name: Name
  let locale: Locale
  let format: IncrementalFormat
  /// All locales with this format, since the engine knows nothing else of a locale.
  private(set) var locales: [Locale]

  /// All kinds in all locales that Foundation lists, once for each format.
  static let everywhere: [NumberKind] = {
    var kinds: [NumberKind] = []
    var places: [Name: [IncrementalFormat: Int]] = [:]
    for identifier in Locale.availableIdentifiers.sorted() {
      for name in Name.allCases {
        let kind = NumberKind(name, Locale(identifier: identifier))
        if let place = places[name]?[kind.format] {
          kinds[place].locales.append(kind.locale)
        } else {
          places[name, default: [:]][kind.format] = kinds.count
          kinds.append(kind)
        }
      }
    }
    return kinds
  }()

  init(_ name: Name, _ locale: Locale) {
    self.name = name
    self.locale = locale
    locales = [locale]
    var format: IncrementalFormat =
      switch name {
      case .int, .double, .decimal: .number(locale)
      case .currency: .currency(code: "EUR", locale: locale)
      case .percent: .percent(locale)
      }
    if name == .int { format.maximumFractionDigits = 0 }
    format.maximumDigits = 36
    self.format = format
  }

  var description: String { "\(name) \(locale.identifier)" }
  var point: String { format.decimalSeparator }
  var group: String { format.groupingSeparator }
  /// True if the kind keeps all of a fraction of five digits.
  var keepsFraction: Bool { format.maximumFractionDigits == nil }

  /// Returns the number that a field keeps of the given number.
  func kept(_ number: Decimal) -> Decimal {
    var (kept, given) = (Decimal(), number)
    NSDecimalRound(
      &kept, &given, min(format.maximumFractionDigits ?? 9, 9), number < 0 ? .up : .down)
    return kept
  }

  /// A cache of written texts; writing one takes longer than looking it up.
  private static let texts = Mutex<[String: String]>([:])

  /// Returns the text that Foundation writes.
  func text(_ number: Decimal) -> String {
    let key = "\(self) \(number)"
    if let known = Self.texts.withLock({ $0[key] }) { return known }
    let text = write(kept(number), in: locale)
    Self.texts.withLock { $0[key] = text }
    return text
  }

  func write(_ number: Decimal, in locale: Locale) -> String {
    let fraction = NumberFormatStyleConfiguration.Precision.fractionLength(0...9)
    switch name {
    case .int, .double, .decimal:
      return Decimal.FormatStyle(locale: locale).precision(fraction).format(number)
    case .currency:
      return Decimal.FormatStyle.Currency(code: "EUR", locale: locale).precision(fraction)
        .format(number)
    case .percent:
      return Decimal.FormatStyle.Percent(locale: locale).precision(fraction).format(number / 100)
    }
  }

  /// Returns the value of the field, as Swift describes it.
  func value(_ number: Decimal) -> String {
    let number = kept(number)
    switch name {
    case .int, .decimal, .currency: return "\(number)"
    case .double: return "\(Double("\(number)") ?? .nan)"
    case .percent: return "\(number / 100)"
    }
  }

  /// Returns the number in the digits of the locale, without groups.
  func plain(_ number: Decimal) -> String {
    "\(number)".map { character in
      character == "."
        ? point : character.wholeNumberValue.map { String(format.digits[$0]) } ?? format.minus
    }.joined()
  }

  /// Returns a field in each hosting that shows the text, with the caret at the end.
  func fields(_ text: String = "") -> [HeadlessField] {
    switch name {
    case .int: fields(Int.self, text)
    case .double: fields(Double.self, text)
    default: fields(Decimal.self, text)
    }
  }

  private func fields<Value: IncrementalValue>(_: Value.Type, _ text: String) -> [HeadlessField] {
    let delegate = IncrementalDelegate<Value>(format: format, text: text)
    let onChange = IncrementalOnChange<Value>(format: format, text: text)
    return [
      HeadlessField(strategy: delegate, text: text, value: delegate.value),
      HeadlessField(strategy: onChange, text: text, value: onChange.value),
    ]
  }

  /// Returns the difference between a field and one that holds the number, with its caret after `digits` digits; nil if
  /// there is none.
  func problem(_ field: HeadlessField, _ number: Decimal?, caretBehind digits: Int? = nil)
    -> String?
  {
    let text = number.map(text) ?? ""
    let value = number.map(value)
    guard field.text.unicodeScalars.elementsEqual(text.unicodeScalars),
      field.valueDescription == value
    else {
      return
        "\(self): \(field.text) (\(field.valueDescription ?? "none")), not \(text) (\(value ?? "none"))"
    }
    guard let digits else { return nil }
    let before = field.text.utf16.prefix(field.selection.lowerBound)
    let count = String(before)?.unicodeScalars.count { $0.properties.numericType == .decimal }
    return count == digits && field.selection.isEmpty
      ? nil
      : "\(self): \(field.text) has its caret at \(field.selection), not behind \(digits) digits"
  }
}

/// Inserts a text into empty fields, of all kinds in all locales.
///
/// - Parameters:
///   - number: the number that the fields must hold then; nil if they must refuse the text.
///   - pasted: the text for a kind; nil to skip the kind.
/// - Returns: the number of fields, and the first problems.
func insertEverywhere(
  _ number: Decimal?, _ pasted: (NumberKind) -> String?
) -> (count: Int, problems: [String]) {
  var count = 0
  var problems: [String] = []
  for kind in NumberKind.everywhere {
    guard let pasted = pasted(kind) else { continue }
    for field in kind.fields() {
      count += 1
      field.type(pasted)
      if let problem = kind.problem(field, number) { problems.append("\(pasted) in \(problem)") }
    }
  }
  return (count, Array(problems.prefix(10)))
}
