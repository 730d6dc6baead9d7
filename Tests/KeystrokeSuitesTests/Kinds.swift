import BenchmarkModel
import Foundation
import KeystrokeSuites

// The fields are judged by these rules, so they share no code with them.
extension OwnValueKind {
  /// A date as it is written in the United States: only days of the calendar are typed.
  static let date = date(digits: dateDigits)

  static func date(digits: Digits?, accepts: @escaping @Sendable (String) -> Bool = isDate)
    -> OwnValueKind
  {
    OwnValueKind("date", digitLimit: 8, digits: digits, accepts: accepts) { meant, _ in
      Expectation(
        text: slashed(meant.integer),
        value: meant.integer.count == 8 ? .text(meant.integer) : .none)
    }
  }

  /// The same, with a day for its value.
  static let day = OwnValueKind("day", digitLimit: 8, digits: dateDigits, accepts: isDate) {
    meant, _ in
    Expectation(
      text: slashed(meant.integer), value: Day(meant.integer).map(ExpectedValue.of) ?? .none)
  }

  static let dateDigits: Digits = { count, random in
    let month = random.number(in: 1...12)
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let day = random.number(in: 1...days[month - 1])
    let date = 100_000_000 + month * 1_000_000 + day * 10_000 + random.number(in: 1900...2099)
    return String(String(date).dropFirst().prefix(count))
  }

  /// True for the beginning of a day, of any year.
  static func isDate(_ digits: String) -> Bool {
    let long = "(0[13578]|1[02])"
    let short = "(0[469]|11)"
    let parts = [
      "0?|0[1-9]|1[0-2]?", "(\(long)|\(short))[0-3]?|02[0-2]?",
      "(\(long)|\(short))(0[1-9]|[12][0-9]|30)[0-9]*", "\(long)31[0-9]*",
      "02(0[1-9]|[12][0-9])[0-9]*",
    ]
    return parts.contains { part in
      digits.range(of: "^(\(part))$", options: .regularExpression) != nil
    }
  }

  static func slashed(_ digits: String) -> String {
    digits.replacing(/^([0-9]{2})([0-9]{1,2})([0-9]*)$/) { match in
      "\(match.1)/\(match.2)" + (match.3.isEmpty ? "" : "/\(match.3)")
    }
  }

  /// A phone number behind a country's code.
  static func phone(prefixes: [String] = ["+7"]) -> OwnValueKind {
    OwnValueKind("phone", digitLimit: 10, prefixes: prefixes) { meant, _ in
      let shape = "+7 (###) ###-##-##"
      var left = Substring(meant.integer)
      var text = ""
      for place in shape {
        if left.isEmpty { break }
        text.append(place == "#" ? left.removeFirst() : place)
      }
      return Expectation(text: text, value: .text(meant.integer))
    }
  }

  /// A card number whose last digit checks the others, as of ISO/IEC 7812-1; only a whole one has a value.
  static let luhnCard = OwnValueKind(
    "luhn-card", digitLimit: 16,
    digits: { count, random in
      let digits = (1..<16).reduce("4") { all, _ in all + String(random.number(in: 0...9)) }
      let last = (0...9).first { hasCheckDigit(digits.dropLast() + "\($0)") } ?? 0
      return String((digits.dropLast() + "\(last)").prefix(count))
    }
  ) { meant, _ in
    let groups = meant.integer.matches(of: /[0-9]{1,4}/).map(\.output)
    return Expectation(
      text: groups.joined(separator: " "),
      value: hasCheckDigit(meant.integer) ? .text(meant.integer) : .none)
  }

  static func hasCheckDigit(_ digits: String) -> Bool {
    let twice = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
    let sum = digits.compactMap(\.wholeNumberValue).reversed().enumerated().reduce(0) {
      $0 + ($1.offset % 2 == 1 ? twice[$1.element] : $1.element)
    }
    return digits.count == 16 && sum % 10 == 0
  }

  /// A till: an amount that fills from the right, with zeros of its own in front.
  static let cents = OwnValueKind(
    "cents", digitLimit: 9,
    ownDigits: { text in
      text.compactMap(\.wholeNumberValue).prefix { $0 == 0 }.count
    }, judgesEmpty: true
  ) { meant, locale in
    let amount = (Decimal(string: meant.integer) ?? 0) / 100
    return Expectation(
      text: Decimal.FormatStyle(locale: locale).precision(.fractionLength(2)).format(amount),
      value: meant.isEmpty ? .none : .text(meant.integer))
  }

  /// A mask that writes a blank behind each full group when it is typed, and lets Backspace take it.
  static func mask(more: Bool) -> OwnValueKind {
    OwnValueKind("mask", digitLimit: 16, separatorsTakeBackspaces: more) { meant, _ in
      let groups = meant.integer.matches(of: /[0-9]{1,4}/).map(\.output)
      // Behind a full group the blank may be there or not.
      let isFull = meant.integer.count % 4 == 0
      return Expectation(
        text: isFull ? nil : groups.joined(separator: " "), value: .text(meant.integer))
    }
  }
}
