import Foundation
import KeystrokeSuites

/// A second implementation of the editing rules, as simple as possible: it makes every edit on a list of marks.
///
/// It knows a text only as the oracle writes it, and shares no offset arithmetic with the engine: it walks over the
/// scalars to find those that a range covers.
struct ReferenceNumberField {
  /// The rules of a kind of number in a locale.
  struct Rules {
    var decimalSeparator: String
    var groupingSeparator: String
    var minus: String
    var maximumFractionDigits: Int?
    var maximumIntegerDigits: Int?
    var maximumDigits: Int
    /// The text before and after a number; a pasted text may contain it.
    var affixes: (prefix: String, suffix: String)
    var negativeAffixes: (prefix: String, suffix: String)
  }

  let rules: Rules
  let oracle: Oracle
  private(set) var number = MeantNumber()
  private(set) var digitsBeforeCaret = 0

  /// A scalar of the text with its meaning.
  private struct Mark {
    enum Meaning { case digit(Character), point, sign, protected, group }
    var meaning: Meaning
    var range: Range<Int>

    var digit: Character? { if case .digit(let digit) = meaning { digit } else { nil } }
    var isDigit: Bool { digit != nil }
    var isPoint: Bool { if case .point = meaning { true } else { false } }
    var isSign: Bool { if case .sign = meaning { true } else { false } }
    /// True if an edit can delete the mark.
    var isContent: Bool { isDigit || isPoint || isSign }
  }

  init(rules: Rules, oracle: Oracle) {
    self.rules = rules
    self.oracle = oracle
  }

  /// The expected text; nil if the oracle does not know it.
  var text: String? { oracle.expectationWhileTyping(number).text }

  /// Makes an edit and returns true if it is accepted; otherwise the number does not change.
  mutating func apply(_ range: Range<Int>, _ replacement: String, key: Key?) -> Bool {
    let marks = marks(of: text ?? "")
    let end = marks.last?.range.upperBound ?? 0
    let lower = min(range.lowerBound, end)
    let upper = max(lower, min(range.upperBound, end))
    let range = lower..<upper
    var covered = marks.filter { !range.isEmpty && $0.range.overlaps(range) && $0.isContent }
    let before = marks.filter { $0.range.upperBound <= lower }
    let incoming = self.incoming(replacement)
    if replacement.isEmpty {
      if covered.isEmpty { covered = beside(range, in: marks, key: key).map { [$0] } ?? [] }
      if covered.isEmpty { return false }
    } else if incoming.isEmpty {
      return false
    }
    // Marks stay to the left if they are before the first deleted digit, or else before the range.
    let place = covered.first(where: \.isDigit)?.range.lowerBound
    let isLeft = { (mark: Mark) in
      place.map { mark.range.lowerBound < $0 } ?? before.contains { $0.range == mark.range }
    }
    let kept = marks.filter { mark in !covered.contains { $0.range == mark.range } }
    let left = kept.count(where: \.isDigit)
    let isNumber = !kept.contains(where: { $0.isDigit || $0.isPoint }) || !incoming.isPlain
    if replacement.unicodeScalars.count > 1, isNumber,
      left + incoming.count(fraction: rules.maximumFractionDigits) > rules.maximumDigits
    {
      return false
    }
    return join(
      kept.filter { isLeft($0) }, incoming, kept.filter { !isLeft($0) }, deletes: !covered.isEmpty,
      signTaken: covered.contains(where: \.isSign))
  }

  enum Key { case backspace, delete }

  private mutating func join(
    _ left: [Mark], _ incoming: Incoming, _ right: [Mark], deletes: Bool, signTaken: Bool
  ) -> Bool {
    let leftDigits = left.compactMap(\.digit)
    let rightDigits = right.compactMap(\.digit)
    let room = max(0, rules.maximumDigits - leftDigits.count - rightDigits.count)
    let new = Array(incoming.digits.prefix(room))
    if new.isEmpty, !incoming.digits.isEmpty, !deletes, incoming.point == nil, incoming.minuses == 0
    {
      return false
    }
    var point: Int?
    if left.contains(where: \.isPoint) {
      point = left.prefix { !$0.isPoint }.compactMap(\.digit).count
    } else if let incomingPoint = incoming.point {
      point = leftDigits.count + min(incomingPoint, new.count)
    } else if right.contains(where: \.isPoint) {
      point = leftDigits.count + new.count + right.prefix { !$0.isPoint }.compactMap(\.digit).count
    }
    var all = leftDigits + new + rightDigits
    if let limit = rules.maximumFractionDigits, let place = point {
      all = Array(all.prefix(place + limit))
      if limit == 0 { point = nil }
    }
    if (point ?? all.count) > max(rules.maximumIntegerDigits ?? .max, number.integer.count) {
      return false
    }
    digitsBeforeCaret = min(leftDigits.count + new.count, all.count)
    if signTaken { number.isNegative = false }
    if incoming.minuses % 2 == 1 { number.isNegative.toggle() }
    number.integer = String(all.prefix(point ?? all.count))
    number.fraction = point.map { String(all.dropFirst($0)) }
    return true
  }

  /// Returns the nearest mark that a key deletes beyond the protected marks; nil if there is none, or it is after the
  /// number.
  private func beside(_ range: Range<Int>, in marks: [Mark], key: Key?) -> Mark? {
    guard let key, !range.isEmpty else { return nil }
    switch key {
    case .backspace:
      return marks.last { $0.range.upperBound <= range.lowerBound && $0.isContent }
    case .delete:
      let end = marks.last { $0.isDigit || $0.isPoint }?.range.upperBound ?? 0
      guard range.upperBound <= end else { return nil }
      return marks.first { $0.range.lowerBound >= range.upperBound && $0.isContent }
    }
  }

  // MARK: - The inserted text

  private struct Incoming {
    var digits: [Character] = []
    var point: Int?
    var minuses = 0
    var isPlain = true
    var isEmpty: Bool { digits.isEmpty && point == nil && minuses == 0 }

    /// Returns the number of digits that are left when the fraction is cut.
    func count(fraction limit: Int?) -> Int {
      guard let point, let limit else { return digits.count }
      return point + min(digits.count - point, limit)
    }
  }

  private func incoming(_ text: String) -> Incoming {
    var incoming = Incoming()
    var rest = Substring(text)
    if rules.affixes.prefix + rules.affixes.suffix != "" {
      let trimmed = rest.drop(while: \.isWhitespace)
      let pairs = [rules.negativeAffixes, rules.affixes]
      if let pair = pairs.first(where: { trimmed.has($0.prefix, $0.suffix) }) {
        rest = Substring(
          trimmed.unicodeScalars.dropFirst(pair.prefix.unicodeScalars.count).dropLast(
            pair.suffix.unicodeScalars.count))
        if pair == rules.negativeAffixes { incoming.minuses = 1 }
      } else if !rules.affixes.prefix.isEmpty, trimmed.has(rules.affixes.prefix, "") {
        rest = Substring(
          trimmed.unicodeScalars.dropFirst(rules.affixes.prefix.unicodeScalars.count))
      } else if !rules.affixes.suffix.isEmpty, rest.has("", rules.affixes.suffix) {
        rest = Substring(rest.unicodeScalars.dropLast(rules.affixes.suffix.unicodeScalars.count))
      }
    }
    incoming.isPlain = text.unicodeScalars.allSatisfy { $0.decimalDigit != nil }
    for scalar in rest.unicodeScalars {
      if isPoint(scalar) {
        if rules.maximumFractionDigits == 0 { break }
        incoming.point = incoming.point ?? incoming.digits.count
      } else if let digit = scalar.decimalDigit {
        incoming.digits.append(digit)
      } else if scalar == "-" || scalar == "\u{2212}" {
        incoming.minuses += 1
      }
    }
    return incoming
  }

  private func isPoint(_ scalar: Unicode.Scalar) -> Bool {
    let point = rules.decimalSeparator
    switch scalar {
    case ".": return true
    case ",":
      let groupsWithComma = [",", "\u{60C}"].contains(rules.groupingSeparator)
      return [",", "\u{66B}"].contains(point) || (point == "." && !groupsWithComma)
    default: return String(scalar) == point
    }
  }

  // MARK: - The text in the field

  private func marks(of text: String) -> [Mark] {
    let scalars = Array(text.unicodeScalars)
    let isContent = { (scalar: Unicode.Scalar) in scalar.decimalDigit != nil }
    let firstDigit = scalars.firstIndex(where: isContent)
    let lastDigit = scalars.lastIndex(where: isContent)
    let point = pointIndex(scalars)
    let first = min(firstDigit ?? Int.max, point ?? Int.max)
    let last = max(lastDigit ?? -1, point ?? -1)
    let sign = number.isNegative ? signs(scalars) : []
    var offset = 0
    return scalars.indices.map { index in
      let width = scalars[index].utf16.count
      defer { offset += width }
      let meaning: Mark.Meaning
      if sign.contains(index) {
        meaning = .sign
      } else if let digit = scalars[index].decimalDigit {
        meaning = .digit(digit)
      } else if index == point {
        meaning = .point
      } else {
        meaning = index > first && index < last ? .group : .protected
      }
      return Mark(meaning: meaning, range: offset..<offset + width)
    }
  }

  /// Returns the index of the decimal point: after all digits of the integer part.
  private func pointIndex(_ scalars: [Unicode.Scalar]) -> Int? {
    guard number.fraction != nil else { return nil }
    var digits = 0
    for (index, scalar) in scalars.enumerated() {
      if digits == number.integer.count, String(scalar) == rules.decimalSeparator { return index }
      if scalar.decimalDigit != nil { digits += 1 }
    }
    return nil
  }

  /// The minus or else the parentheses, with the marks of direction that touch them.
  private func signs(_ scalars: [Unicode.Scalar]) -> Set<Int> {
    let minus = scalars.firstIndex { String($0) == rules.minus }
    let places =
      minus.map { [$0] }
      ?? [scalars.firstIndex(of: "("), scalars.lastIndex(of: ")")].compactMap(\.self)
    var signs = Set(places)
    for place in places {
      var (lower, upper) = (place, place)
      while lower > 0, scalars[lower - 1].isBidiMark { lower -= 1 }
      while upper + 1 < scalars.count, scalars[upper + 1].isBidiMark { upper += 1 }
      signs.formUnion(lower...upper)
    }
    return signs
  }
}

extension Unicode.Scalar {
  /// The digit in ASCII, for a digit of any script.
  var decimalDigit: Character? {
    guard properties.generalCategory == .decimalNumber, let value = properties.numericValue
    else { return nil }
    return Character(String(Int(value)))
  }

  /// True for the left-to-right, right-to-left and Arabic letter marks.
  var isBidiMark: Bool { ["\u{200E}", "\u{200F}", "\u{61C}"].contains(self) }
}

extension Substring {
  fileprivate func has(_ prefix: String, _ suffix: String) -> Bool {
    let scalars = Array(unicodeScalars)
    let (before, behind) = (Array(prefix.unicodeScalars), Array(suffix.unicodeScalars))
    return scalars.count >= before.count + behind.count && scalars.starts(with: before)
      && scalars.reversed().starts(with: behind.reversed())
  }
}

private func == (a: (prefix: String, suffix: String), b: (prefix: String, suffix: String)) -> Bool {
  a.prefix == b.prefix && a.suffix == b.suffix
}
