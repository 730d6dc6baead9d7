import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests of any edit at all: a hunt makes only edits with one clearly right result.
@Suite struct IncrementalPropertyTests {
  /// The number of edits in a sequence, and of sequences for each kind of value.
  private static let edits = 120
  private static let sequences = 15

  private static let locales =
    Locale.availableIdentifiers.sorted() + [
      "hi_IN@numbers=deva", "bn_BD@numbers=beng", "th_TH@numbers=thai", "ar_EG@numbers=latn",
    ]

  @Test(arguments: ValueKind.allCases.filter { $0.radix == 10 })
  func anyEditLeavesTheTextAndValueOfANumber(_ kind: ValueKind) throws {
    for sequence in 0..<Self.sequences {
      var random = SplitMix64(seed: 20_261_121, "incremental", kind.rawValue, String(sequence))
      let locale = Self.locales[random.below(Self.locales.count)]
      let problem = try Edited(kind, locale).problem(after: Self.edits, &random)
      #expect(problem == nil, "\(kind.rawValue) \(locale) sequence \(sequence)")
    }
  }
}

/// An engine and its two hostings, which get the same edits.
private struct Edited {
  let kind: ValueKind
  let oracle: Oracle
  let format: IncrementalFormat
  var engine: IncrementalEngine
  let fields: [HeadlessField]

  init(_ kind: ValueKind, _ locale: String) {
    self.kind = kind
    oracle = Oracle(locale: locale, value: kind)
    var format = FieldConfiguration(locale: locale, value: kind).incrementalFormat
    format.maximumDigits = 36
    self.format = format
    engine = IncrementalEngine(format: format)
    fields = [
      HeadlessField(strategy: IncrementalDelegate<Decimal>(format: format)),
      HeadlessField(strategy: IncrementalOnChange<Decimal>(format: format)),
    ]
  }

  /// Makes random edits and returns the first thing that is wrong, or nil.
  func problem(after edits: Int, _ random: inout SplitMix64) throws -> String? {
    var edited = self
    for _ in 0..<edits {
      let before = edited.engine.text
      let (edit, key) = edited.edit(&random)
      if let problem = try edited.problem(after: edit, key) {
        return "\(VisibleText.quoted(before)), \(edit): \(problem)"
      }
    }
    let meant = try edited.meant
    // There may be no room for a zero in front.
    guard !meant.integer.isEmpty || meant.fraction?.count != format.maximumDigits else {
      return nil
    }
    edited.engine.endEditing()
    return edited.isText(oracle.expectation(for: meant).text)
      ? nil : "\(meant) ends as \(VisibleText.quoted(edited.engine.text))"
  }

  private var meant: MeantNumber {
    get throws { try #require(MeantNumber(plain: engine.number.description, value: kind)) }
  }

  private func isText(_ text: String?) -> Bool {
    text.map { $0.unicodeScalars.elementsEqual(engine.text.unicodeScalars) } ?? false
  }

  private mutating func problem(
    after edit: TextEdit, _ key: IncrementalEngine.DeletionKey?
  ) throws -> String? {
    let (number, text) = (engine.number, engine.text)
    let isTaken = engine.apply(edit, key: key)
    guard isTaken || (engine.number == number && engine.text == text) else {
      return "refused, and yet there is \(engine.text)"
    }
    guard isText(oracle.expectationWhileTyping(try meant).text) else {
      return "\(engine.number) is written \(VisibleText.quoted(engine.text))"
    }
    let reread = IncrementalEngine(format: format, text: engine.text)
    guard reread.number == engine.number else { return "\(engine.text) is \(reread.number)" }
    if let problem = Self.caretProblem(engine.caret, in: engine.text) { return problem }
    for field in fields {
      let shown = field.text
      field.apply(edit)
      if let problem = Self.problem(with: field, format, before: shown) {
        return "\(VisibleText.quoted(field.text)) in a field \(problem)"
      }
    }
    return nil
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
      return "is read as \(VisibleText.quoted(reread.text))"
    }
    let read = Decimal.read(reread.number, scale: reread.scale)
    let value: Decimal? = if case .value(let value) = read { value } else { nil }
    guard field.value as? Decimal == value else {
      return "has the value \(field.valueDescription ?? "none")"
    }
    return field.text == before ? nil : caretProblem(field.selection.lowerBound, in: field.text)
  }

  private static func caretProblem(_ caret: Int, in text: String) -> String? {
    let units = Array(text.utf16)
    guard
      text.utf16.index(text.startIndex, offsetBy: caret).samePosition(in: text.unicodeScalars)
        != nil
    else { return "caret \(caret) is in the middle of a character" }
    let minuses: [UInt16] = [0x2D, 0x2212]
    let marks: [UInt16] = [0x200E, 0x200F, 0x61C]
    guard caret > 0, caret < units.count else { return nil }
    let around = [units[caret - 1], units[caret]]
    let isInside =
      around.allSatisfy { (minuses + marks).contains($0) }
      && around.contains { minuses.contains($0) }
    return isInside ? "caret \(caret) is between a mark and its minus" : nil
  }

  // MARK: - Random edits

  private func edit(_ random: inout SplitMix64) -> (TextEdit, IncrementalEngine.DeletionKey?) {
    let end = engine.text.utf16.count
    switch random.below(10) {
    case 0...3:
      let caret = random.below(3) == 0 ? random.below(end + 1) : end
      return (TextEdit(range: caret..<caret, replacement: text(&random)), nil)
    case 4, 5:
      guard end > 0 else { return (TextEdit(range: 0..<0, replacement: ""), nil) }
      let caret = random.below(end)
      return (
        TextEdit(range: caret..<caret + 1, replacement: ""),
        random.below(2) == 0 ? .backspace : .delete
      )
    default:
      let lower = random.below(end + 2)
      let range = lower..<lower + (random.below(2) == 0 ? 0 : random.below(end + 3))
      let replacement = (0..<random.below(6)).map { _ in text(&random) }.joined()
      return (TextEdit(range: range, replacement: replacement), nil)
    }
  }

  /// A key that is in numbers as often as not, in whatever script.
  private func text(_ random: inout SplitMix64) -> String {
    let others = [
      format.decimalSeparator, format.groupingSeparator, ".", ",", "-", "\u{2212}", " ", "'", "x",
      "\u{1F600}", "\u{663}", "\u{FF15}", "\u{1E953}", "0", "00", "\u{200E}", "e\u{301}",
    ]
    let choice = random.below(2 * others.count)
    return choice < others.count ? others[choice] : String(random.below(10))
  }
}
