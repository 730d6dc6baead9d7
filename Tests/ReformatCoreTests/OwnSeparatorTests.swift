import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of a typed separator that is the decimal point of a keypad and groups in the locale, in all locales that have one,
/// in both hostings.
@Suite struct OwnSeparatorTests {
  private static let kinds = NumberKind.everywhere.filter {
    $0.group == "." && !$0.format.groupSizes.isEmpty && $0.name != .int
  }

  /// Types keys into fields of all kinds; `,` is the decimal point of the locale, `<` is Backspace, `|` goes to the end, `_` selects
  /// what is before the caret.
  ///
  /// - Returns: the number of fields, and what is wrong in them.
  private func problems(
    _ keys: String, _ number: String, in kinds: [NumberKind] = kinds
  ) throws -> [String] {
    let number = try #require(Decimal(string: number))
    #expect(!kinds.isEmpty)
    var problems: [String] = []
    for kind in kinds {
      for field in kind.fields() {
        for key in keys { type(key, into: field, kind) }
        let digits = keys.hasSuffix("|") ? nil : "\(number)".count { $0.isNumber }
        if let problem = kind.problem(field, number, caretBehind: digits) {
          problems.append("\(keys): \(problem)")
        }
      }
    }
    return Array(problems.prefix(5))
  }

  private func type(_ key: Character, into field: HeadlessField, _ kind: NumberKind) {
    switch key {
    case ",": field.type(kind.point)
    case "<": field.deleteBackward()
    case "^": field.selection = 0..<0
    case "|": field.selection = field.text.utf16.count..<field.text.utf16.count
    case "_": field.selection = field.selection.lowerBound - 1..<field.selection.lowerBound
    default: field.type(String(key))
    }
  }

  private static let unlimited = kinds.filter(\.keepsFraction)
  private static let limited = kinds.filter { $0.format.maximumFractionDigits == 2 }

  @Test(arguments: [
    "1234.5", "1234567.25", "12345678", "123456789.75", "-1234.25", "-98765432", "999",
  ])
  func aNumberIsTypedAsItsLocaleWritesIt(_ number: String) throws {
    let number = try #require(Decimal(string: number))
    for kind in Self.kinds {
      let text = kind.text(abs(number))
      let affixes = kind.format.affixes
      let core = text.dropFirst(affixes.prefix.count).dropLast(affixes.suffix.count)
      for field in kind.fields() {
        if number < 0 { field.type("-") }
        for key in core { field.type(String(key)) }
        let digits = "\(number)".count { $0.isNumber }
        #expect(kind.problem(field, number, caretBehind: digits) == nil, "\(core)")
      }
    }
  }

  /// A separator over a digit is read like one behind it.
  @Test func overADigit() throws {
    #expect(try problems("40_.111", "4111", in: Self.limited) == [])
    #expect(try problems("40_.1", "4.1") == [])
  }

  /// A locale that writes 1234 in plain takes it grouped, too.
  @Test func oneGroupBeforeTheDecimalPointIsEnough() throws {
    #expect(try problems("1.234,56", "1234.56") == [])
    #expect(try problems("-12.345,6", "-12345.6") == [])
  }

  @Test(arguments: ["1.5", "12.25", "0.5", "-7.5", "1234.5"])
  func theKeyIsThePoint(_ keys: String) throws {
    #expect(try problems(keys, keys) == [])
  }

  @Test func aSecondOneSaysThatBothGroup() throws {
    #expect(try problems("1.234.", "1234") == [])
    #expect(try problems("1.234.567", "1234567") == [])
    #expect(try problems("1.234.567.890,5", "1234567890.5") == [])
    #expect(try problems("1.234..5", "12345") == [])
  }

  @Test func aDigitThatTheFractionHasNoRoomForSaysSo() throws {
    #expect(try problems("1.234", "1234", in: Self.limited) == [])
    #expect(try problems("12.345.678", "12345678", in: Self.limited) == [])
    #expect(try problems("-123.456,7", "-123456.7", in: Self.limited) == [])
    #expect(try problems("1234.567", "1234.56", in: Self.limited) == [])
    #expect(try problems("1.234", "1.234", in: Self.unlimited) == [])
  }

  /// Digits that are no groups are read as before: of two points the first one counts.
  @Test func withoutGroupsThePointStays() throws {
    #expect(try problems("1234.567,8", "1234.5678", in: Self.unlimited) == [])
    #expect(try problems("1.23,4", "1.234", in: Self.unlimited) == [])
    #expect(try problems("1.2345.6", "1.23456", in: Self.unlimited) == [])
    #expect(try problems("0.123,4", "0.1234", in: Self.unlimited) == [])
    #expect(try problems("1.23,4", "1.23", in: Self.limited) == [])
  }

  @Test func anEditElsewhereSettlesThePoint() throws {
    #expect(try problems("1.234^9|,5", "91.2345", in: Self.unlimited) == [])
    #expect(try problems("1.2345<,6", "1234.6", in: Self.unlimited) == [])
    #expect(try problems("1.234<<<<.5", "1.5", in: Self.unlimited) == [])
    #expect(try problems("1.234.<<.5", "12.5") == [])
    for kind in Self.unlimited {
      for field in kind.fields() {
        for key in "1.234" { field.type(String(key)) }
        field.endEditing()
        #expect(kind.problem(field, Decimal(string: "1.234")) == nil)
        field.selection = field.text.utf16.count..<field.text.utf16.count
        for key in [kind.point, "5"] { field.type(key) }
        #expect(kind.problem(field, Decimal(string: "1.2345")) == nil)
        field.selection = 0..<field.text.utf16.count
        for key in "7.891," { type(key, into: field, kind) }
        #expect(field.valueDescription == kind.value(7891))
      }
    }
  }

  @Test func limitsHold() {
    var format = IncrementalFormat.number(Locale(identifier: "de_DE"))
    format.maximumFractionDigits = 2
    format.maximumIntegerDigits = 3
    #expect(typed("1.234", format).text == "1,23")
    format.maximumIntegerDigits = nil
    format.maximumDigits = 3
    #expect(typed("1.234", format).text == "1,23")
    format.maximumFractionDigits = 0
    format.maximumDigits = nil
    #expect(typed("1.234", format).text == "1.234")
  }

  private func typed(_ keys: String, _ format: IncrementalFormat) -> IncrementalEngine {
    var engine = IncrementalEngine(format: format)
    for key in keys {
      engine.apply(TextEdit(range: engine.caret..<engine.caret, replacement: String(key)))
    }
    return engine
  }

  @Test func readingASeparatorAgainIsAStepOfItsOwn() {
    var engine = IncrementalEngine(format: .number(Locale(identifier: "de_DE")))
    var history = EditHistory()
    func type(_ keys: String) {
      for key in keys {
        let before = engine.snapshot()
        engine.apply(TextEdit(range: engine.caret..<engine.caret, replacement: String(key)))
        history.record(before: before, after: engine.snapshot())
      }
    }
    type("1.234")
    for keys in [",", "."] {
      type(keys)
      #expect(engine.text == (keys == "," ? "1.234," : "1.234"))
      history.undo().map { engine.restore($0) }
      #expect(engine.text == "1,234")
    }
    type(",5")
    #expect(engine.text == "1.234,5")
  }
}
