import Foundation
import KeystrokeSuites
import ReformatCore

/// A field that keeps the digits typed and writes them in its own way; a delegate as a person writes it.
struct DigitField: ReformatStrategy {
  /// A way to write digits.
  enum Style: Sendable {
    case plain, date, phone, luhnCard, mask
    case cents(LocaleSymbols)
  }

  var hosting: Hosting { .delegate }
  /// Writes digits.
  var format: @Sendable (String) -> String
  /// Reads the value of digits; nil for none.
  var value: @Sendable (String) -> String? = { $0.isEmpty ? nil : $0 }
  /// True if the field takes these digits.
  var accepts: @Sendable (String) -> Bool = { _ in true }
  /// The number of digits in front that nobody typed.
  var own: @Sendable (String) -> Int = { _ in 0 }
  /// True if Backspace after a separator deletes that alone.
  var isMask = false
  /// A planted fault: the caret is counted in all digits of the text.
  var countsPrefix = false
  /// A planted fault: a mask writes a deleted separator again.
  var keepsSeparators = false
  private var digits = ""

  init(_ style: Style) {
    switch style {
    case .plain: format = { $0 }
    case .date:
      format = { digits in
        let parts = [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.dropFirst(4)]
        return parts.filter { !$0.isEmpty }.joined(separator: "/")
      }
      accepts = { digits in
        let month = Int(digits.prefix(2)) ?? 1
        let day = Int(digits.dropFirst(2).prefix(2)) ?? 1
        let longest = [4, 6, 9, 11].contains(month) ? 30 : month == 2 ? 29 : 31
        return switch digits.count {
        case 0: true
        case 1: month <= 1
        case 2: (1...12).contains(month)
        case 3: (1...12).contains(month) && day <= longest / 10
        default: (1...12).contains(month) && (1...longest).contains(day)
        }
      }
      value = { $0.count == 8 ? $0 : nil }
    case .phone:
      format = { digits in
        guard !digits.isEmpty else { return "" }
        var text = "+7 ("
        for (index, digit) in digits.enumerated() {
          text += [3: ") ", 6: "-", 8: "-"][index, default: ""]
          text.append(digit)
        }
        return text
      }
      own = { $0.hasPrefix("+7") ? 1 : 0 }
    case .luhnCard:
      format = { Self.grouped($0, trailing: false) }
      value = { digits in
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
          let twice = (digit.wholeNumberValue ?? 0) * (index.isMultiple(of: 2) ? 1 : 2)
          sum += twice > 9 ? twice - 9 : twice
        }
        return digits.count == 16 && sum.isMultiple(of: 10) ? digits : nil
      }
    case .mask:
      format = { Self.grouped($0, trailing: true) }
      isMask = true
    case .cents(let symbols):
      format = { digits in
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return MeantNumber(integer: String(padded.dropLast(2)), fraction: String(padded.suffix(2)))
          .written(symbols)
      }
      own = { text in
        text.unicodeScalars.filter(Self.isDigit).prefix { $0.properties.numericValue == 0 }.count
      }
    }
  }

  private static func grouped(_ digits: String, trailing: Bool) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, index.isMultiple(of: 4) { text += " " }
      text.append(digit)
    }
    return text + (trailing && !digits.isEmpty && digits.count.isMultiple(of: 4) ? " " : "")
  }

  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<String> {
    let range = ranges[0]
    let own = own(text)
    let lower = max(0, Self.count(text, upTo: range.lowerBound) - own)
    let upper = max(0, Self.count(text, upTo: range.upperBound) - own)
    let typed = String(String.UnicodeScalarView(replacement.unicodeScalars.filter(Self.isDigit)))
    if replacement.isEmpty, lower == upper {
      guard isMask, !keepsSeparators else { return .refuse }
      return .apply
    }
    guard replacement.isEmpty || !typed.isEmpty else { return .refuse }
    let new = digits.prefix(lower) + typed + digits.dropFirst(upper)
    guard accepts(String(new)) else { return .refuse }
    digits = String(new)
    let written = format(digits)
    let front = countsPrefix ? 0 : self.own(written)
    let caret = Self.offset(in: written, behind: front + lower + typed.count)
    // A mask puts the caret behind the separator that it writes at the end.
    let end = lower + typed.count == digits.count ? written.utf16.count : caret
    let place = isMask ? end : caret
    return .replace(
      Reaction(
        text: written, selection: place..<place, value: value(digits).map(ValueUpdate.set) ?? .clear
      )
    )
  }

  mutating func textDidChange(_ text: String, value: String?, phases: PhaseMarker)
    -> Reaction<String>
  { Reaction(value: .keep) }

  mutating func text(for value: String, phases: PhaseMarker) -> String? {
    digits = value
    return format(value)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  private static func count(_ text: String, upTo offset: Int) -> Int {
    String(decoding: Array(text.utf16)[..<offset], as: UTF16.self).unicodeScalars.count(
      where: isDigit)
  }

  private static func offset(in text: String, behind count: Int) -> Int {
    var (left, offset) = (count, 0)
    for scalar in text.unicodeScalars {
      if left == 0, count > 0 { break }
      offset += scalar.utf16.count
      if isDigit(scalar) { left -= 1 }
    }
    return offset
  }
}

/// A day of the calendar.
struct Day: Hashable, Sendable {
  var month: Int
  var day: Int
  var year: Int

  /// Reads eight digits; nil if there are fewer.
  init?(_ digits: String) {
    guard digits.count == 8, let all = Int(digits) else { return nil }
    (month, day, year) = (all / 1_000_000, all / 10_000 % 100, all % 10_000)
  }
}

/// A field whose value is a ``Day``.
struct DayField: ReformatStrategy {
  private var field = DigitField(.date)
  var hosting: Hosting { .delegate }

  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Day> {
    let decision = field.shouldChange(
      text, selection: selection, in: ranges, to: replacement, phases: phases)
    switch decision {
    case .apply: return .apply
    case .refuse: return .refuse
    case .replace(let reaction):
      let day = (reaction.text ?? "").filter(\.isNumber)
      return .replace(
        Reaction(
          text: reaction.text, selection: reaction.selection,
          value: Day(day).map(ValueUpdate.set) ?? .clear))
    }
  }

  mutating func textDidChange(_ text: String, value: Day?, phases: PhaseMarker) -> Reaction<Day> {
    Reaction(value: .keep)
  }

  mutating func text(for value: Day, phases: PhaseMarker) -> String? {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - String(number).count) + String(number)
    }
    let all = digits(value.month, 2) + digits(value.day, 2) + digits(value.year, 4)
    return field.text(for: all, phases: phases)
  }
}
