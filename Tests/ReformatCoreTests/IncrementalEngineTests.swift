import Foundation
import ReformatCore
import Testing

/// Tests of the rules of the incremental engine, one by one; the edit cases cover the behaviour of other fields.
@Suite struct IncrementalEngineTests {
  private static func number(_ locale: String) -> IncrementalFormat {
    .number(Locale(identifier: locale))
  }

  /// Types each character at the caret.
  private func typed(_ keys: String, _ format: IncrementalFormat, into text: String = "")
    -> IncrementalEngine
  {
    var engine = IncrementalEngine(format: format, text: text)
    for key in keys {
      engine.apply(TextEdit(range: engine.caret..<engine.caret, replacement: String(key)))
    }
    return engine
  }

  @Test(arguments: [
    ("en_US", "1234567.50", "1,234,567.50"), ("de_DE", "1234567,5", "1.234.567,5"),
    ("en_IN", "123456789", "12,34,56,789"), ("es_ES", "1234", "1234"), ("es_ES", "12345", "12.345"),
    ("sv_SE", "-1234", "\u{2212}1\u{A0}234"), ("ar_EG", "-15", "\u{61C}-\u{661}\u{665}"),
    ("ff_Adlm_GN", "1234", "\u{1E951}\u{2E41}\u{1E952}\u{1E953}\u{1E954}"), ("en_US", "-0", "-0"),
    ("en_US", "007", "007"), ("en_US", "0001234", "0001,234"), ("en_US", "5.", "5."),
    ("en_US", ".5", ".5"), ("de_DE", "1.5", "1,5"), ("en_US", "1x2", "12"), ("en_US", "1-", "-1"),
    ("en_US", "--1", "1"), ("en_US", "1.2.3", "1.23"), ("sv_SE", "\u{2212}5", "\u{2212}5"),
    ("en_US", "\u{661}\u{FF12}", "12"), ("ar_EG", "12", "\u{661}\u{662}"),
  ])
  func textFollowsTheKeys(_ locale: String, _ keys: String, _ text: String) {
    let engine = typed(keys, Self.number(locale))
    #expect(Array(engine.text.utf8) == Array(text.utf8))
    #expect(engine.caret == (keys == "1-" ? 2 : text.utf16.count))
  }

  @Test(arguments: [
    ("$1,234.50 ", "1,234.50"), ("1 234", "1,234"), ("1'234", "1,234"),
    ("9-5", ""), ("abc", ""), ("1e5", "100,000"), ("NaN", ""),
  ])
  func aPasteIsReadAsANumberOrRefused(_ pasted: String, _ text: String) {
    var engine = IncrementalEngine(format: Self.number("en_US"))
    let isTaken = engine.apply(TextEdit(range: 0..<0, replacement: pasted))
    #expect(isTaken == !text.isEmpty)
    #expect(engine.text == text)
  }

  /// Checks locales that group with `.`: typed alone it is a decimal point, inside a paste it groups.
  @Test func aPointInAPasteGroupsWhereTheLocaleDoes() {
    var engine = IncrementalEngine(format: Self.number("de_DE"))
    engine.apply(TextEdit(range: 0..<0, replacement: "1.234.567,8"))
    #expect(engine.text == "1.234.567,8")
  }

  @Test func nothingUsableLeavesASelectionAlone() {
    var engine = IncrementalEngine(format: Self.number("en_US"), text: "1,234")
    let isTaken = engine.apply(TextEdit(range: 0..<5, replacement: "x"))
    #expect(!isTaken)
    #expect(engine.text == "1,234")
  }

  @Test func withoutAFractionAPasteIsCutAtItsPointAndAPointAloneIsRefused() {
    var format = Self.number("en_US")
    format.maximumFractionDigits = 0
    var engine = IncrementalEngine(format: format)
    engine.apply(TextEdit(range: 0..<0, replacement: "12.99"))
    #expect(engine.text == "12")
    let isTaken = engine.apply(TextEdit(range: 1..<1, replacement: "."))
    #expect(!isTaken)
  }

  @Test func fractionDigitsBeyondTheLimitAreCutNotRounded() {
    var format = Self.number("en_US")
    format.maximumFractionDigits = 2
    #expect(typed("1.999", format).text == "1.99")
    var engine = IncrementalEngine(format: format, text: "1.29")
    engine.apply(TextEdit(range: 3..<3, replacement: "7"))
    #expect(engine.text == "1.27")
  }

  @Test func aLimitOfDigitsCountsNoSeparators() {
    var format = Self.number("en_US")
    format.maximumDigits = 7
    var engine = typed("12345678", format)
    #expect(engine.text == "1,234,567")
    engine.apply(TextEdit(range: 0..<5, replacement: "999999"))
    #expect(engine.text == "9,999,567")
  }

  @Test(arguments: [
    ("12.", "12"), ("-", ""), (".", ""), (".5", "0.5"), ("-0", "0"), ("1.50", "1.50"),
    ("007", "7"), ("00.5", "0.5"), ("000", "0"), ("0", "0"), ("-0.00", "0.00"),
    ("-007.50", "-7.50"),
    ("0001234", "1,234"), ("-.0", "0.0"), ("00.", "0"),
  ])
  func endOfEditingSettlesWhatIsUnfinished(_ keys: String, _ text: String) {
    var engine = typed(keys, Self.number("en_US"))
    let hasChanged = engine.endEditing()
    #expect(hasChanged == (keys != text))
    #expect(engine.text == text)
    let changesAgain = engine.endEditing()
    #expect(!changesAgain)
  }

  @Test func affixesAreProtectedAndAbsentWhenEmpty() {
    let format = IncrementalFormat.currency(code: "EUR", locale: Locale(identifier: "de_DE"))
    var engine = typed("1234,5", format)
    #expect(engine.text == "1.234,5\u{A0}€")
    #expect(engine.caret == 7)
    // Typed into the suffix: the caret moves out of it.
    engine.apply(TextEdit(range: 9..<9, replacement: "6"))
    #expect(engine.text == "1.234,56\u{A0}€")
    #expect(engine.caret == 8)
    let isTaken = engine.apply(TextEdit(range: 9..<10, replacement: ""), key: .backspace)
    #expect(isTaken)
    #expect(engine.text == "1.234,5\u{A0}€")
    engine.apply(TextEdit(range: 0..<10, replacement: ""))
    #expect(engine.text == "")
  }

  @Test func moneyIsWrittenAsTheLocaleWritesMoney() {
    func euros(_ locale: String, _ keys: String) -> String {
      typed(keys, .currency(code: "EUR", locale: Locale(identifier: locale))).text
    }
    #expect(euros("en_US", "-1234.567") == "-€1,234.56")
    #expect(euros("de_CH", "-1234.5") == "EUR-1\u{2019}234.5")
    #expect(euros("fy_NL", "-12,5") == "€\u{A0}12,5-")
    #expect(euros("kea_CV", "1$5") == "1$5\u{A0}€")
    let yen = IncrementalFormat.currency(code: "JPY", locale: Locale(identifier: "ja_JP"))
    #expect(yen.maximumFractionDigits == 0)
  }

  @Test func aPastedAmountBringsItsAffixesAlong() {
    let format = IncrementalFormat(affixes: .init(prefix: "Rs. ", suffix: " /sq.feet"))
    var engine = IncrementalEngine(format: format, text: "-Rs. 12,345.50 /sq.feet")
    #expect(engine.number.description == "-12345.50")
    engine.apply(TextEdit(range: 0..<23, replacement: "Rs. 99"))
    #expect(engine.text == "Rs. 99 /sq.feet")
  }

  @Test func percentHasAHundredthOfWhatIsShown() {
    let engine = typed("12.5", .percent(Locale(identifier: "en_US")))
    #expect(engine.text == "12.5%")
    #expect(Decimal.read(engine.number, scale: engine.scale) == .value(Decimal(string: "0.125")!))
    #expect(Double.read(engine.number, scale: engine.scale) == .value(0.125))
  }

  @Test(arguments: [(38, 38 + 12), (1_000, 1_000 + 333)])
  func manyDigitsAreOrdinary(_ digits: Int, _ length: Int) {
    let engine = typed(String(repeating: "7", count: digits), Self.number("en_US"))
    #expect(engine.text.utf16.count == length)
    #expect(engine.text.split(separator: ",").dropFirst().allSatisfy { $0 == "777" })
  }

  /// Checks that the engine returns for a senseless format and edits anywhere.
  @Test func nonsenseIsTakenAsFarAsItMakesSense() {
    let format = IncrementalFormat(
      groupSizes: [0, -3], minimumGroupingDigits: .max, digits: ["a", "b"], minus: "",
      maximumFractionDigits: -1, maximumDigits: 5, scale: .max)
    var engine = IncrementalEngine(format: format)
    for range in [Int.max..<Int.max, -5..<3, 0..<Int.max, Int.min..<Int.min, 2..<9] {
      engine.apply(TextEdit(range: range, replacement: "-12.3"))
      #expect(engine.caret <= engine.text.utf16.count)
    }
    #expect(engine.number.description.count <= 6)
    #expect(Int.read(engine.number, scale: engine.scale) == .overflow)
    var two = IncrementalFormat(groupSizes: [2])
    two.groupSizes = [2, 1, 7]
    #expect(typed("123456", two).text == "1,2,3,4,56")
  }
}
