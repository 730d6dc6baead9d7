import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests that no locale, hosting or kind of value stores a number for a text that is none.
@Suite struct NoNumberTests {
  /// Each notation gets a quarter of the texts, and each text a quarter of the notations.
  @Test func thousandTextsOfAGrammarAreRefused() {
    let texts = NoNumberGrammar.texts(1000, seed: 20_261_128)
    var problems: [String] = []
    for (place, kind) in NumberKind.everywhere.enumerated() {
      let seven = kind.text(7)
      for pasted in texts[(place % 4 * 250)...].prefix(250) {
        for field in kind.fields() {
          field.type(pasted)
          if let problem = kind.problem(field, nil) { problems.append("\(pasted) in \(problem)") }
        }
        for field in kind.fields(seven) {
          field.selection = 0..<seven.utf16.count
          field.type(pasted)
          if let problem = kind.problem(field, 7) { problems.append("\(pasted) over \(problem)") }
        }
      }
    }
    #expect(Array(problems.prefix(20)) == [], "\(problems.count)")
  }

  /// CLDR's short forms, such as `5K` and `5 Mio.`, in fields of every kind: with a magnitude it is another number.
  @Test func aShortFormIsNoOtherNumber() {
    let problems = Self.problems { number, locale in
      number.formatted(.number.notation(.compactName).locale(locale))
    }
    #expect(Array(problems.prefix(20)) == [], "\(problems.count)")
  }

  @Test func aShortFormOfMoneyIsNoOtherNumber() {
    let problems = Self.problems { number, locale in
      number.formatted(.currency(code: "EUR").notation(.compactName).locale(locale))
    }
    #expect(Array(problems.prefix(20)) == [], "\(problems.count)")
  }

  /// Returns the short forms that a field takes for another number than the one that they mean.
  private static func problems(_ text: (Decimal, Locale) -> String) -> [String] {
    var problems: [String] = []
    for kind in NumberKind.everywhere {
      for number in [5000, 50_000, 5_000_000, 1_200_000] as [Decimal] {
        for pasted in Set(kind.locales.map { text(number, $0) }) {
          for field in kind.fields() {
            field.type(pasted)
            guard let stored = field.valueDescription, stored != kind.value(number) else {
              continue
            }
            problems.append("\(kind): \(pasted) is \(stored)")
          }
        }
      }
    }
    return problems
  }
}

/// Makes texts with digits that are no number, from a seeded grammar.
struct NoNumberGrammar {
  private var random: SplitMix64
  /// In a rule `9` is a digit from 1 to 6, `8` one to three, `w` a word, `u` a unit and `m` a magnitude; all else is itself.
  private static let rules = [
    "w 8", "8 w", "w9", "w-8", "8w", "w8w", "w 8.9", "99:99", "9:99:99", "9:99 w", "8 - 8",
    "8\u{2013}8", "8..8", "8...8", "8,,8", "8.9.8.9", "9.9.9", "9,9,9", "9.99.99", "99.99.9999",
    "9999-99-99", "99-99-99", "0 99 99 99 99", "+9 999-9999", "(999) 999-9999", "8 u", "8u",
    "9 x 9", "9x9", "9\u{D7}9", "8m", "8 m", "9,9 m", "9+9", "9=9", "<8", ">8", "~8", "#8", "8!",
    "8?", "8\u{BD}", "8\n8", "8\t8", "0x9F", "9h99", "8 \u{1F34E}", "w", "w w", "\u{2116} 8", "8:8",
    "8;8", "8/w", "8|8", "[8]", "8*8", "8^9", "--8", "+-8", "-(8)", "8\u{2030}", "8\u{B0}", "8 & 8",
    "8@w", "w/8", "8\"", "9'99\"",
  ]
  private static let words = [
    "page", "Zimmer", "abc", "v", "room", "NaN", "inf", "uhr", "\u{434}\u{43E}\u{43C}", "\u{7B2C}",
    "Haus", "Q", "x", "or", "til", "\u{5E74}",
  ]
  private static let units = [
    "km", "kg", "m\u{B2}", "cm", "lbs", "px", "ms", "GB", "\u{4E2A}", "Stk", "ppm", "\u{B0}C",
  ]
  private static let magnitudes = [
    "k", "K", "M", "G", "million", "Mio.", "mln", "bn", "Mrd", "\u{4E07}", "\u{B9CC}", "lakh",
    "crore", "\u{442}\u{44B}\u{441}.",
  ]

  /// Returns different texts, the same ones for a seed.
  static func texts(_ count: Int, seed: UInt64) -> [String] {
    var grammar = NoNumberGrammar(random: SplitMix64(seed: seed, "no number"))
    var texts: Set<String> = []
    var ordered: [String] = []
    while ordered.count < count {
      let text = grammar.text()
      if texts.insert(text).inserted { ordered.append(text) }
    }
    return ordered
  }

  private mutating func text() -> String {
    pick(Self.rules).reduce(into: "") { text, letter in
      switch letter {
      case "9": text += String(random.below(9) + 1)
      case "8": text += (0...random.below(3)).map { _ in String(random.below(9) + 1) }.joined()
      case "w": text += pick(Self.words)
      case "u": text += pick(Self.units)
      case "m": text += pick(Self.magnitudes)
      default: text.append(letter)
      }
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }
}
