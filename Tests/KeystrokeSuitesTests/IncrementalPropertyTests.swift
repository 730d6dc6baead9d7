import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests of random edits in random locales: after each edit, text, value and caret must be right.
@Suite struct IncrementalPropertyTests {
  /// The number of edits in a sequence, and of sequences for each kind of value.
  private static let edits = 120
  private static let sequences = 40

  private static let locales =
    Locale.availableIdentifiers.sorted() + [
      "hi_IN@numbers=deva", "bn_BD@numbers=beng", "th_TH@numbers=thai", "ar_EG@numbers=latn",
    ]
  /// A till has a test of its own.
  static let kinds = ValueKind.allCases.filter { $0.radix == 10 && $0.rawValue != "till" }

  /// Each setting in every locale, with fewer edits than a sequence has.
  @Test(arguments: IncrementalPropertyTests.kinds.filter { ValueKind.withSettings.contains($0) })
  func settingsHoldInEveryLocale(_ kind: ValueKind) throws {
    for locale in Self.locales {
      var random = SplitMix64(seed: 20_261_126, "settings", kind.rawValue, locale)
      let problem = try play(kind, locale, edits: 8, &random)
      #expect(problem == nil, "\(kind.rawValue) \(locale)")
    }
  }

  @Test(arguments: IncrementalPropertyTests.kinds)
  func textValueAndCaretAreRightAfterEveryEdit(_ kind: ValueKind) throws {
    let locales = Self.locales
    for sequence in 0..<Self.sequences {
      var random = SplitMix64(seed: 20_261_121, "incremental", kind.rawValue, String(sequence))
      let locale = locales[random.below(locales.count)]
      let problem = try play(kind, locale, &random)
      #expect(problem == nil, "\(kind) \(locale) sequence \(sequence)")
    }
  }

  /// The first thing that is not right, or nil.
  private func play(
    _ kind: ValueKind, _ identifier: String, edits: Int = Self.edits, _ random: inout SplitMix64
  ) throws -> String? {
    let (format, rules) = Self.configuration(kind, identifier)
    var engine = IncrementalEngine(format: format)
    var reference = ReferenceNumberField(
      rules: rules, oracle: Oracle(locale: identifier, value: kind))
    let fields = [
      HeadlessField(strategy: IncrementalDelegate<Decimal>(format: format)),
      HeadlessField(strategy: IncrementalOnChange<Decimal>(format: format)),
    ]
    for step in 0..<edits {
      let before = engine.text
      let (edit, key) = Self.edit(of: before, rules: rules, &random)
      let taken = engine.apply(edit, key: key)
      let expectsTaken = reference.apply(
        edit.range, edit.replacement, key: key.map { $0 == .backspace ? .backspace : .delete })
      let place =
        "step \(step): \(Self.visible(before)) \(edit.range) \(Self.visible(edit.replacement)) \(String(describing: key))"
      guard taken == expectsTaken else { return "\(place): taken \(taken)" }
      guard let text = reference.text else { return "\(place): no reference" }
      guard engine.text.unicodeScalars.elementsEqual(text.unicodeScalars) else {
        return "\(place): \(Self.visible(engine.text)) is not \(Self.visible(text))"
      }
      if let problem = Self.problem(with: engine, reference, wasTaken: taken) {
        return "\(place): \(Self.visible(text)): \(problem)"
      }
      for field in fields {
        let shown = field.text
        field.apply(edit)
        if let problem = Self.problem(with: field, format, before: shown) {
          return "\(place): \(Self.visible(field.text)) in a field: \(problem)"
        }
      }
    }
    let typed = Self.visible(engine.text)
    // There is no room for a zero in front.
    let number = reference.number
    if number.integer.isEmpty, number.fraction?.count == format.maximumDigits { return nil }
    engine.endEditing()
    let left = reference.oracle.expectation(for: reference.number).text ?? "unknown"
    return engine.text.unicodeScalars.elementsEqual(left.unicodeScalars)
      ? nil : "end of \(typed): \(Self.visible(engine.text)) is not \(Self.visible(left))"
  }

  /// Returns a problem if the field's text does not mean its value; a hosting sees less of an edit than the engine, so
  /// the text may differ from the engine's.
  ///
  /// If nothing changed, the caret stays at the user's position and is not checked.
  private static func problem(
    with field: HeadlessField, _ format: IncrementalFormat, before: String
  ) -> String? {
    let reread = IncrementalEngine(format: format, text: field.text)
    guard reread.text.utf8.elementsEqual(field.text.utf8) else {
      return "is written \(visible(reread.text))"
    }
    let value: Decimal? =
      if case .value(let value) = Decimal.read(reread.number, scale: reread.scale) { value } else {
        nil
      }
    guard field.value as? Decimal == value else {
      return "has the value \(String(describing: field.value))"
    }
    return field.text == before ? nil : caretProblem(field.selection.lowerBound, in: field.text)
  }

  private static func problem(
    with engine: IncrementalEngine, _ reference: ReferenceNumberField, wasTaken: Bool
  ) -> String? {
    let text = engine.text
    let expected = reference.oracle.expectationWhileTyping(reference.number)
    let value = Decimal.read(engine.number, scale: engine.scale)
    switch (value, expected.value) {
    case (.none, .none): break
    case (.value(let value), .decimal(let expected)) where value == expected: break
    case (.value(let value), .int(let expected)) where value == Decimal(expected): break
    case (.value(let value), .none) where abs(value) > Decimal(Int.max) - 1: break
    case (.value, .double(let expected)):
      guard Double.read(engine.number, scale: engine.scale) == .value(expected) else {
        return "is read as another double than \(expected)"
      }
    default: return "value \(value), not \(expected.value)"
    }
    var reread = IncrementalEngine(format: engine.format, text: text)
    guard reread.number == engine.number else { return "reads back as \(reread.number)" }
    reread.render()
    guard wasTaken else { return nil }
    return caretProblem(engine.caret, in: text, digits: reference.digitsBeforeCaret)
  }

  private static func caretProblem(_ caret: Int, in text: String, digits: Int? = nil) -> String? {
    var offset = 0
    var before = 0
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if offset == caret, let previous,
        previous.isBidiMark || "-\u{2212}".unicodeScalars.contains(previous),
        "-\u{2212}".unicodeScalars.contains(scalar) || scalar.isBidiMark
      {
        return "caret \(caret) is between a mark and its minus"
      }
      if offset >= caret { break }
      if scalar.decimalDigit != nil { before += 1 }
      offset += scalar.utf16.count
      previous = scalar
    }
    guard offset == caret else { return "caret \(caret) is in the middle of a character" }
    guard let digits else { return nil }
    return before == digits ? nil : "caret \(caret) has \(before) digits before it, not \(digits)"
  }

  // MARK: - Random edits

  private static func edit(
    of text: String, rules: ReferenceNumberField.Rules, _ random: inout SplitMix64
  ) -> (TextEdit, IncrementalEngine.DeletionKey?) {
    let end = text.utf16.count
    switch random.below(10) {
    case 0...3:
      let caret = random.below(3) == 0 ? random.below(end + 1) : end
      return (TextEdit(range: caret..<caret, replacement: key(rules, &random)), nil)
    case 4, 5:
      guard end > 0 else { return (TextEdit(range: 0..<0, replacement: ""), nil) }
      let caret = random.below(end)
      return (
        TextEdit(range: caret..<caret + 1, replacement: ""),
        random.below(2) == 0 ? .backspace : .delete
      )
    case 6:
      let lower = random.below(end + 1)
      return (
        TextEdit(range: lower..<lower + random.below(end - lower + 3), replacement: ""), nil
      )
    default:
      let lower = random.below(end + 2)
      let upper = lower + (random.below(2) == 0 ? 0 : random.below(max(1, end - lower + 1)))
      let pasted = pasted(rules, &random)
      // An affix without a digit is not a number.
      let isNumber = pasted.unicodeScalars.contains { $0.decimalDigit != nil }
      let around = random.below(8) == 0 && isNumber ? rules.affixes : ("", "")
      return (TextEdit(range: lower..<upper, replacement: around.0 + pasted + around.1), nil)
    }
  }

  /// Returns a number as it is pasted, or a key, or nothing; other tests cover the other texts that are read as
  /// numbers.
  private static func pasted(
    _ rules: ReferenceNumberField.Rules, _ random: inout SplitMix64
  ) -> String {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in
        ["\u{663}", "\u{FF15}", "\u{1E953}"].randomElement(1, in: 12, &random)
          ?? String(random.below(10))
      }.joined()
    }
    switch random.below(8) {
    case 0: return ""
    case 1: return key(rules, &random)
    case 2: return ["-", "\u{2212}"][random.below(2)] + digits(1 + random.below(6))
    case 3: return digits(1 + random.below(6)) + rules.decimalSeparator + digits(random.below(4))
    default: return digits(1 + random.below(8))
    }
  }

  private static func key(_ rules: ReferenceNumberField.Rules, _ random: inout SplitMix64) -> String
  {
    let others = [
      rules.decimalSeparator, rules.groupingSeparator, ".", ",", "-", "\u{2212}", " ", "'", "x",
      "\u{1F600}", "\u{663}", "\u{FF15}", "\u{1E953}", "0", "00", "\u{200E}", "e\u{301}",
    ]
    let choice = random.below(24)
    return choice < others.count ? others[choice] : String(random.below(10))
  }

  /// Returns the format of a field, and the rules for the reference, which come from ICU's own texts.
  private static func configuration(_ kind: ValueKind, _ identifier: String) -> (
    IncrementalFormat, ReferenceNumberField.Rules
  ) {
    var format = FieldConfiguration(locale: identifier, value: kind).incrementalFormat
    format.maximumDigits = 36
    let oracle = Oracle(locale: identifier, value: kind)
    func written(_ number: MeantNumber) -> String {
      oracle.expectationWhileTyping(number).text ?? ""
    }
    func affixes(_ text: String) -> (prefix: String, suffix: String) {
      let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) {
        $0.decimalDigit != nil
      }
      return (
        String(parts.first ?? "".unicodeScalars[...]), String(parts.last ?? "".unicodeScalars[...])
      )
    }
    let point = written(MeantNumber(integer: "1", fraction: "5"))
    let negative = affixes(written(MeantNumber(isNegative: true, integer: "1")))
    let rules = ReferenceNumberField.Rules(
      decimalSeparator: kind == .int ? format.decimalSeparator : between(point),
      groupingSeparator: between(written(MeantNumber(integer: "123456"))),
      minus: (negative.prefix + negative.suffix).contains("\u{2212}") ? "\u{2212}" : "-",
      maximumFractionDigits: kind == .currency ? 2 : format.maximumFractionDigits,
      maximumIntegerDigits: format.maximumIntegerDigits, maximumDigits: 36,
      affixes: affixes(written(MeantNumber(integer: "1"))),
      negativeAffixes: negative)
    return (format, rules)
  }

  /// Returns the text between the digits.
  private static func between(_ text: String) -> String {
    let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0.decimalDigit != nil
    }
    return parts.dropFirst().dropLast().first { !$0.isEmpty }.map { String($0) } ?? ""
  }

  private static func visible(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII ? String(scalar) : "<\(String(scalar.value, radix: 16))>"
    }.joined()
  }
}

extension [String] {
  /// Returns one of these texts with probability `times` in `total`; otherwise nil.
  fileprivate func randomElement(
    _ times: Int, in total: Int, _ random: inout SplitMix64
  ) -> String? {
    random.below(total) < times ? self[random.below(count)] : nil
  }
}
