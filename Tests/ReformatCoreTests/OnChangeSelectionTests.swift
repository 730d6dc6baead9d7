import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of an onChange action that is told the selection, beside a delegate and an action that sees only texts.
@Suite struct OnChangeSelectionTests {
  private enum Told: CaseIterable { case delegate, selection, texts }

  private func field(_ told: Told, _ format: IncrementalFormat, _ text: String) -> HeadlessField {
    if told == .delegate {
      let strategy = IncrementalDelegate<Decimal>(format: format, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value)
    }
    let strategy = IncrementalOnChange<Decimal>(
      format: format, text: text, usesSelection: told == .selection)
    return HeadlessField(strategy: strategy, text: text, value: strategy.value)
  }

  // MARK: - As behind a delegate

  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyEditIsAsBehindADelegateInEveryLocale(_ seed: UInt64) {
    for (index, kind) in NumberKind.everywhere.enumerated() where kind.name != .double {
      var random = SplitMix64(seed: seed, "selection", kind.description)
      var format = kind.format
      format.fillsFromRight = index.isMultiple(of: 11)
      let number = Decimal(random.below(2_000_000)) - 500_000
      let text = random.below(4) == 0 ? kind.plain(number) : kind.text(number / 100)
      let fields = [field(.delegate, format, text), field(.selection, format, text)]
      for _ in 0..<25 {
        let before = (fields[0].text, fields[0].selection)
        let edit = Self.edit(fields[0].text, kind, &random)
        var bare = before.0
        bare.replace(utf16: edit.selection, with: edit.typed ?? "|")
        // No action is run for a text that stays the same.
        if bare == before.0 { continue }
        for field in fields { edit.make(field) }
        let states = fields.map {
          "\($0.text)|\($0.selection)|\($0.valueDescription ?? "none")"
        }
        guard states[0] != states[1] else { continue }
        Issue.record("\(kind): \(before), \(edit): \(states)")
        break
      }
    }
  }

  private struct Edit: CustomStringConvertible {
    let description: String
    var selection = 0..<0
    var typed: String?
    let make: (HeadlessField) -> Void
  }

  private static func edit(_ text: String, _ kind: NumberKind, _ random: inout SplitMix64) -> Edit {
    let end = text.utf16.count
    let lower = random.below(end + 1)
    let upper = random.below(2) == 0 ? lower : lower + random.below(end - lower + 1)
    let isAll = random.below(12) == 0
    let selection = isAll ? 0..<end : lower..<upper
    let typed = [
      String(random.below(10)), String(kind.format.digits[random.below(10)]), kind.point, ".", "-",
      "x", "12", "1.234,5", "-7", "(5)", kind.text(Decimal(random.below(3000))), kind.group,
    ]
    switch random.below(20) {
    case 0..<4:
      return Edit(description: "Backspace at \(selection)") {
        $0.selection = selection
        $0.deleteBackward()
      }
    case 4..<7:
      return Edit(description: "Delete at \(selection)") {
        $0.selection = selection
        $0.deleteForward()
      }
    case 7:
      let place = text.boundary(atOrBefore: lower)..<text.boundary(atOrBefore: upper)
      return Edit(description: "a drop of 7 on \(place)", selection: place, typed: "7") {
        $0.selection = place
        $0.type("7")
      }
    case 8: return Edit(description: "Return") { $0.endEditing() }
    case 9: return Edit(description: "a value") { $0.write(Decimal(-1234)) }
    case let draw:
      let text = typed[draw < 15 ? random.below(2) : random.below(typed.count)]
      return Edit(description: "\(text) at \(selection)", selection: selection, typed: text) {
        $0.selection = selection
        $0.type(text)
      }
    }
  }

  /// A selection that does not belong to the texts, as after an edit by code, leaves their difference.
  @Test func withoutAFittingSelectionTheTextsTellTheEdit() {
    for selection in [
      nil, SelectionChange(before: 0..<0, caret: 1), .init(before: 9..<9, caret: 9),
    ] {
      var strategy = IncrementalOnChange<Decimal>(
        format: IncrementalFormat(), text: "1,234", usesSelection: true)
      let reaction = strategy.textDidChange(
        "1,2345", selection: selection, value: nil, phases: PhaseMarker())
      #expect(reaction.text == "12,345")
      #expect(reaction.selection == 6..<6)
    }
  }

  // MARK: - Edits that texts do not tell

  private struct Case {
    let locale: String
    let isPercent: Bool
    /// The text, with one or two `|` for the selection.
    let before: String
    let key: String
    /// The text and caret, if the key is known, and if only the texts are.
    let after: (told: String, untold: String)
  }

  private static let cases = [
    Case(locale: "en_US", isPercent: false, before: "|€5|", key: "5", after: ("€5|", "€5|")),
    Case(locale: "en_US", isPercent: false, before: "|€5|", key: "50", after: ("€50|", "€50|")),
    Case(locale: "en_US", isPercent: false, before: "€|23", key: "<", after: ("€|23", "€|23")),
    Case(locale: "en_US", isPercent: false, before: "€1|23", key: "<<", after: ("€|23", "€|23")),
    Case(locale: "en_US", isPercent: false, before: "|€23", key: ">", after: ("€|3", "€|23")),
    Case(locale: "en_US", isPercent: false, before: "-€|5", key: "<", after: ("€|5", "€|5")),
    Case(locale: "en_US", isPercent: true, before: "|5%|", key: "5", after: ("5|%", "")),
    Case(
      locale: "en_US", isPercent: true, before: "1,234|%", key: ">", after: ("1,234|%", "123|%")),
    Case(locale: "en_US", isPercent: true, before: "1,234%|", key: "<", after: ("123|%", "123|%")),
    Case(
      locale: "en_US", isPercent: false, before: "€23|,456", key: ">", after: ("€2,3|56", "€2|,456")
    ),
    Case(
      locale: "en_US", isPercent: false, before: "€23,|456", key: "<", after: ("€2|,456", "€2|,456")
    ),
    Case(
      locale: "fr_FR", isPercent: false, before: "31|\u{202F}9|31\u{A0}€", key: "9",
      after: ("31\u{202F}9|31\u{A0}€", "3|\u{202F}931\u{A0}€")),
  ]

  @Test func whatTextsDoNotTellIsReadAsDocumented() {
    for item in Self.cases {
      let locale = Locale(identifier: item.locale)
      let format: IncrementalFormat =
        item.isPercent ? .percent(locale) : .currency(code: "EUR", locale: locale)
      let parts = item.before.split(separator: "|", omittingEmptySubsequences: false)
      for told in Told.allCases {
        let field = field(told, format, parts.joined())
        let lower = parts[0].utf16.count
        field.selection = lower..<(parts.count > 2 ? lower + parts[1].utf16.count : lower)
        for key in item.key {
          switch key {
          case "<": field.deleteBackward()
          case ">": field.deleteForward()
          default: field.type(String(key))
          }
        }
        var text = field.text
        if !text.isEmpty { text.replace(utf16: field.selection, with: "|") }
        #expect(
          text == (told == .texts ? item.after.untold : item.after.told),
          "\(item.before), \(item.key), \(told)")
      }
    }
  }
}
