import FieldHost
import KeystrokeSuites
import ReformatCore
import Testing
import WidgetHost
import WidgetSuites

/// Tests that the widget shows the text that ICU writes, edit by edit; strategies with published defects are compared
/// with the model instead.
@ScreenActor
@Suite("The widget and the oracle", .serialized)
struct OracleTests {
  /// A generator that draws the same edits each time; see Marsaglia, "Xorshift RNGs".
  private struct Lot: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  /// The intended digits, and the number of them before the caret.
  private struct Meant {
    var digits: [Character] = []
    var caret = 0

    /// Replaces digits, and puts the caret after the new ones.
    mutating func replace(_ range: Range<Int>, _ new: String) {
      digits.replaceSubrange(range, with: new)
      caret = range.lowerBound + new.count
    }

    /// True if the caret's position can result from the new digits and the old ones.
    func isExplained(byCaret place: Int, after new: Int, of old: [Character]) -> Bool {
      place >= new && place <= digits.count
        && digits.prefix(place - new).elementsEqual(old.prefix(place - new))
        && digits.dropFirst(place).elementsEqual(old.suffix(digits.count - place))
    }
  }

  @Test(
    "Text, value and caret are right after every edit",
    arguments: ["incremental-delegate", "incremental-onchange", "incremental-onchange-selection"],
    ["en_US", "fr_FR", "ar_EG"])
  func right(_ name: String, _ locale: String) throws {
    let oracle = Oracle(locale: locale, value: .int)
    for (driver, make) in ModelTests.drivers {
      var lot = Lot(state: 18)
      let listed = try #require(WidgetSuite.strategies.first { $0.name == name })
      let field = listed.entry(make).makeField(
        FieldConfiguration(locale: locale, value: .int), PhaseMarker())
      var meant = Meant()
      for step in 0..<60 {
        let (range, new) = Self.edit(meant, step: step, &lot)
        let before = field.text
        let places = Self.places(of: range, in: before)
        field.selection = places
        // Backspace and Delete alternate if one digit is deleted.
        if new.isEmpty, range.count == 1 {
          let caret = step.isMultiple(of: 2) ? places.upperBound : places.lowerBound
          field.selection = caret..<caret
        }
        field.apply(TextEdit(range: places, replacement: new))
        let old = meant
        meant.replace(range, new)
        let expected = oracle.expectationWhileTyping(MeantNumber(integer: String(meant.digits)))
        let place = "\(name) \(locale) \(driver), step \(step): \(before) \(places) \(new)"
        #expect(field.text == expected.text, "\(place)")
        #expect(field.selection.isEmpty, "\(place)")
        let caret = field.text.utf16.index(
          field.text.startIndex, offsetBy: field.selection.lowerBound)
        let digits = field.text[..<caret].count { $0.isWholeNumber }
        // An onChange action knows only the two texts, and not which of two equal digits changed.
        #expect(
          name == "incremental-onchange"
            ? meant.isExplained(byCaret: digits, after: new.count, of: old.digits)
            : digits == meant.caret, "\(place): \(field.text)")
        let value = meant.digits.isEmpty ? nil : String(meant.digits)
        #expect(field.valueDescription == value, "\(place)")
      }
    }
  }

  /// The digits to replace and their replacement; never one that would leave a leading zero or more than fifteen
  /// digits.
  private static func edit(_ meant: Meant, step: Int, _ lot: inout Lot) -> (
    Range<Int>, String
  ) {
    let count = meant.digits.count
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in String(Int.random(in: 1...9, using: &lot)) }.joined()
    }
    let place = Int.random(in: 0...count, using: &lot)
    switch Int.random(in: 0..<8, using: &lot) {
    case 0...1 where count > 0:
      let place = min(place, count - 1)
      return (place..<place + 1, "")
    case 2 where count > 2:
      let end = Int.random(in: min(place + 1, count)...count, using: &lot)
      return (min(place, end - 1)..<end, digits(1))
    case 3 where count > 2:
      let start = Int.random(in: 0..<count - 1, using: &lot)
      return (start..<start + 2, "")
    case 4 where count < 12: return (place..<place, digits(3))
    case _ where count < 15:
      let start = step < 9 ? count : place
      return (start..<start, digits(1))
    default: return (0..<count, digits(4))
    }
  }

  /// The range of digits in a text, in UTF-16 code units, without the separators around them.
  private static func places(of range: Range<Int>, in text: String) -> Range<Int> {
    var starts: [Int] = []
    var offset = 0
    for character in text {
      if character.isWholeNumber { starts.append(offset) }
      offset += character.utf16.count
    }
    func end(_ digit: Int) -> Int { digit == 0 ? 0 : starts[digit - 1] + 1 }
    if range.isEmpty { return end(range.lowerBound)..<end(range.lowerBound) }
    return starts[range.lowerBound]..<end(range.upperBound)
  }
}
