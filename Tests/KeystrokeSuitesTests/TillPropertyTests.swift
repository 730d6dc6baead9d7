import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Drawn edits of a till in every locale, beside a list of digits that is edited as plainly as can be.
@Suite struct TillPropertyTests {
  private static let till = ValueKind.withSettings.first { $0.rawValue == "till" } ?? .currency
  private static let edits = 12

  @Test func textValueAndCaretAreRightAfterEveryEditInEveryLocale() {
    var played = 0
    for identifier in Locale.availableIdentifiers.sorted() + ["hi_IN@numbers=deva"] {
      var random = SplitMix64(seed: 20_261_126, "till", identifier)
      for hosting in [Hosting.delegate, .onChange] {
        var till = Till(identifier, hosting)
        let problem = till.play(Self.edits, &random)
        #expect(problem == nil, "\(identifier) \(hosting)")
        played += 1
      }
    }
    #expect(played > 1_000)
  }

  /// A field, and the digits that it should hold.
  private struct Till {
    let field: HeadlessField
    let hosting: Hosting
    let oracle: Oracle
    let separator: String
    var digits = ""
    var isNegative = false

    init(_ identifier: String, _ hosting: Hosting) {
      let format = FieldConfiguration(locale: identifier, value: TillPropertyTests.till)
        .incrementalFormat
      self.hosting = hosting
      oracle = Oracle(locale: identifier, value: TillPropertyTests.till)
      separator = format.decimalSeparator
      field =
        hosting == .delegate
        ? HeadlessField(strategy: IncrementalDelegate<Decimal>(format: format))
        : HeadlessField(strategy: IncrementalOnChange<Decimal>(format: format))
    }

    /// The first thing that is wrong, or nil.
    mutating func play(_ edits: Int, _ random: inout SplitMix64) -> String? {
      for _ in 0..<edits {
        let before = field.text
        let done = edit(&random)
        if let problem { return "\(before), \(done): \(problem)" }
      }
      field.endEditing()
      if digits.isEmpty { isNegative = false }
      return problem.map { "end: \($0)" }
    }

    /// The places of the digits that are shown.
    private var places: [Range<Int>] {
      var offset = 0
      var places: [Range<Int>] = []
      for scalar in field.text.unicodeScalars {
        let end = offset + scalar.utf16.count
        if scalar.properties.generalCategory == .decimalNumber { places.append(offset..<end) }
        offset = end
      }
      return places
    }

    private var problem: String? {
      let meant = MeantNumber(isNegative: isNegative, integer: digits)
      let expected =
        meant.isEmpty ? Expectation(text: "", value: .none) : oracle.expectationWhileTyping(meant)
      guard let text = expected.text, field.text.unicodeScalars.elementsEqual(text.unicodeScalars)
      else { return "\(field.text) is not \(expected.text ?? "")" }
      let value = digits.isEmpty ? nil : Decimal(string: digits).map { $0 / 100 }
      guard field.value as? Decimal == value.map({ isNegative && $0 != 0 ? -$0 : $0 }) else {
        return "\(field.text) has the value \(field.valueDescription ?? "none")"
      }
      return nil
    }

    private mutating func set(_ new: String, isTyped: Bool) {
      let significant = String(new.drop { $0 == "0" })
      digits = significant.isEmpty && isTyped ? String(new.prefix(1)) : significant
    }

    private mutating func edit(_ random: inout SplitMix64) -> String {
      let shown = max(0, places.count - digits.count)
      let end = places.last?.upperBound ?? field.text.utf16.count
      let digit = String(random.below(10))
      switch random.below(9) {
      case 0...3:
        field.selection = end..<end
        set(digits + digit, isTyped: true)
        field.type(digit)
        return caret("typed \(digit)")
      case 4:
        field.selection = end..<end
        if digits.isEmpty { isNegative = false }
        set(String(digits.dropLast()), isTyped: false)
        field.deleteBackward()
        return caret("Backspace")
      case 5:
        guard !places.isEmpty else { return "nothing" }
        let place = random.below(places.count)
        let all = String(repeating: "0", count: shown) + digits
        field.apply(
          TextEdit(range: places[place].lowerBound..<places[place].lowerBound, replacement: digit))
        set(all.prefix(place) + digit + all.dropFirst(place), isTyped: true)
        return "\(digit) before digit \(place + 1)"
      case 6:
        let amount = "\(1 + random.below(9999))"
        let cents = ["", "5", "50", "07"][random.below(4)]
        field.selection = 0..<field.text.utf16.count
        field.type("")
        (digits, isNegative) = ("", false)
        guard amount.count > 1 || !cents.isEmpty else { return "emptied" }
        field.type(amount + (cents.isEmpty ? "" : separator + cents))
        set(amount + cents + String(repeating: "0", count: 2 - cents.count), isTyped: true)
        return caret("pasted \(amount) \(cents)")
      case 7:
        guard !digits.isEmpty else { return "nothing" }
        field.selection = end..<end
        field.type("1" + separator + "5")
        return "a number behind another"
      default:
        field.selection = end..<end
        let key = [separator, "x", " ", "-"][random.below(4)]
        if key == "-" { isNegative.toggle() }
        field.type(key)
        return "typed \(key)"
      }
    }

    /// Tells if the caret is behind the last digit.
    private func caret(_ done: String) -> String {
      if let end = places.last?.upperBound, field.selection != end..<end {
        Issue.record("\(done): the caret of \(field.text) is at \(field.selection), not \(end)")
      }
      return done
    }
  }
}
