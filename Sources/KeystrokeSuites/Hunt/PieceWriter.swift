import BenchmarkModel
import Foundation

/// Writes numbers as people paste, dictate and compose them, in the notation of a locale and in others.
///
/// A text has the meaning that it was made from, so no code has to read it.
struct PieceWriter {
  let value: ValueKind
  let oracle: Oracle
  let separator: String
  /// The kinds of text that are written.
  let kinds: [Hunted.Kind]

  /// True if numbers have a fraction: that of a till is written, though not typed.
  private var hasFraction: Bool { value.allowsFraction || value.fillsFromRight }

  init(value: ValueKind, oracle: Oracle, without known: Set<Hunted.Kind>) {
    self.value = value
    self.oracle = oracle
    separator = oracle.decimalSeparator
    let isNumber = value.own == nil && value.radix == 10
    var kinds: [Hunted.Kind] = [.ownText]
    if isNumber {
      kinds += [.exponent, .abbreviation, .range, .repeatedSeparator, .trailingHyphen]
    }
    if isNumber, value.allowsFraction || value.fillsFromRight {
      kinds += [.decimalShape, .bothSeparators]
    }
    if isNumber, value.allowsNegative { kinds += [.minusShape, .parentheses] }
    if isNumber { kinds += [.loneSeparator, .magnitude, .date, .address, .otherUnit] }
    if isNumber, value.allowsFraction, value.fractionLimit >= 3 { kinds.append(.zeroFraction) }
    self.kinds = kinds.filter { !known.contains($0) }
  }

  /// A text of one of ``kinds``; nil if the locale has none of the drawn kind.
  func piece(_ random: inout SplitMix64) -> Piece? {
    guard !kinds.isEmpty else { return nil }
    switch kinds[random.below(kinds.count)] {
    case .decimalShape: return decimalShape(&random)
    case .minusShape:
      var meant = number(&random)
      let digits = meant.written(separator)
      meant.isNegative = true
      return Piece(kind: .minusShape, text: draw("–‐‑‒－﹣⁻₋−", &random) + digits, meant: meant)
    case .trailingHyphen:
      var meant = number(fraction: 0, &random)
      // Persian keyboards have a slash for the decimal separator.
      let isSlash = separator != "٫" && (!hasFraction || random.below(2) == 0)
      if !isSlash { meant.fraction = hasFraction ? "" : nil }
      let behind = isSlash ? "/-" : separator + "-"
      return Piece(
        kind: .trailingHyphen, text: meant.integer + behind, meant: meant, mayRefuse: true)
    case .range:
      let ends = [number(&random), number(&random)].map { $0.written(separator) }
      return Piece(kind: .range, text: ends.joined(separator: " - "))
    case .exponent:
      let (digit, zeros) = (random.number(in: 1...9), random.number(in: 1...5))
      let meant = MeantNumber(integer: "\(digit)" + String(repeating: "0", count: zeros))
      return Piece(kind: .exponent, text: "\(digit)e\(zeros)", meant: meant, mayRefuse: true)
    case .parentheses:
      var meant = number(&random)
      let digits = meant.written(separator)
      meant.isNegative = true
      return Piece(kind: .parentheses, text: "(\(digits))", meant: meant, mayRefuse: true)
    case .abbreviation:
      let meant = number(fraction: separator == "." ? nil : 0, &random)
      let unit = ["Rs. ", "Fr. ", "kr. ", "CHF "][random.below(4)]
      return Piece(
        kind: .abbreviation, text: unit + meant.written("."), meant: meant, mayRefuse: true)
    case .bothSeparators: return bothSeparators(&random)
    case .repeatedSeparator:
      // In a number of fewer digits there is one separator, which may be decimal.
      guard separator == "." || separator == ",", value.integerLimit ?? 12 >= 7 else { return nil }
      let meant = number(integer: 7...9, fraction: 0, &random)
      return Piece(
        kind: .repeatedSeparator, text: meant.grouped(by: separator), meant: meant)
    case .loneSeparator: return loneSeparator(&random)
    case .zeroFraction:
      let fraction = (0..<3).map { digit(from: $0 == 0 ? 1 : 0, &random) }.joined()
      let text = "0" + (random.below(2) == 0 ? "," : ".") + fraction
      return Piece(
        kind: .zeroFraction, text: text, meant: MeantNumber(integer: "0", fraction: fraction))
    case let kind where Self.refused.contains(kind):
      return Piece(kind: kind, text: notANumber(kind, &random))
    default: return ownText(&random)
    }
  }

  /// The kinds of texts that are no number in a field of another unit.
  private static let refused: [Hunted.Kind] = [.magnitude, .date, .address, .otherUnit]

  /// A text of a kind that must be refused.
  func notANumber(_ kind: Hunted.Kind, _ random: inout SplitMix64) -> String {
    let digits = String(random.number(in: 1...999))
    func pick(_ texts: [String]) -> String { texts[random.below(texts.count)] }
    switch kind {
    case .magnitude:
      return digits
        + pick([
          "k", "K", "M", "bn", " million", " thousand", " Mio.", " Tsd.", " lakh", "万", "억",
          " тыс.",
        ])
    case .date:
      let (day, month) = (random.number(in: 1...28), random.number(in: 1...12))
      let year = pick(["24", "2024"])
      let separator = pick([".", "/", "-", ". "])
      return [String(day), String(month), year].joined(separator: separator)
    case .address:
      // The groups of a number have three digits each.
      let last = String(random.number(in: 1...99))
      return random.below(2) == 0 ? "192.168.\(digits).\(last)" : "0123 45 67 \(last)"
    default:
      let others = value.currencyCode == nil ? [] : ["£" + digits, digits + "¢"]
      return pick(
        [digits + " km", digits + "h30", digits + "x4", "0x" + digits, digits + "°", digits + "½"]
          + others)
    }
  }

  /// A number of few digits, the first of them not 0.
  func number(integer: ClosedRange<Int> = 1...5, fraction: Int? = nil, _ random: inout SplitMix64)
    -> MeantNumber
  {
    let most = min(integer.upperBound, value.integerLimit ?? 12)
    let count = random.number(in: min(integer.lowerBound, most)...most)
    let digits = (0..<count).map { digit(from: $0 == 0 ? 1 : 0, &random) }.joined()
    let behind = hasFraction ? fraction ?? random.below(3) : 0
    return MeantNumber(
      integer: digits,
      fraction: behind == 0 ? nil : (0..<behind).map { _ in digit(from: 1, &random) }.joined())
  }

  /// A digit of at least `least`.
  func digit(from least: Int, _ random: inout SplitMix64) -> String {
    String(random.number(in: least...value.radix - 1), radix: value.radix)
  }

  private func ownText(_ random: inout SplitMix64) -> Piece? {
    var meant = number(&random)
    meant.isNegative = value.allowsNegative && random.below(4) == 0
    let entered = value.entered(meant)
    return oracle.expectation(for: entered).text.map {
      Piece(kind: .ownText, text: $0, meant: value.settled(entered))
    }
  }

  private func decimalShape(_ random: inout SplitMix64) -> Piece? {
    let shapes = [".": "．。｡﹒․", ",": "，﹐", "٫": ","]
    guard let known = shapes[separator] else { return nil }
    let meant = number(fraction: random.number(in: 1...2), &random)
    return Piece(kind: .decimalShape, text: meant.written(draw(known, &random)), meant: meant)
  }

  /// The separators of the other common notation, both of them.
  private func bothSeparators(_ random: inout SplitMix64) -> Piece? {
    let (group, decimal) = separator == "." ? (".", ",") : (",", ".")
    let meant = number(integer: 4...8, fraction: random.number(in: 1...2), &random)
    return Piece(
      kind: .bothSeparators, text: meant.grouped(by: group) + decimal + (meant.fraction ?? ""),
      meant: meant)
  }

  /// One separator of the other common notation: it groups a whole number, and is decimal if it cannot group.
  private func loneSeparator(_ random: inout SplitMix64) -> Piece? {
    // Arabic numbers are often typed with a comma for their own decimal separator.
    guard hasFraction || separator != "٫" else { return nil }
    let other = separator == "," ? "." : ","
    let meant = number(integer: 4...4, fraction: random.number(in: 1...2), &random)
    return Piece(
      kind: .loneSeparator,
      text: meant.fraction == nil ? meant.grouped(by: other) : meant.written(other), meant: meant)
  }

  private func draw(_ characters: String, _ random: inout SplitMix64) -> String {
    let all = Array(characters)
    return String(all[random.below(all.count)])
  }
}

extension MeantNumber {
  /// Digits in ASCII without groups.
  func written(_ separator: String) -> String {
    (isNegative ? "-" : "") + integer + (fraction.map { separator + $0 } ?? "")
  }

  /// The digits of the integer in groups of three.
  fileprivate func grouped(by separator: String) -> String {
    var text = ""
    for (index, digit) in integer.enumerated() {
      if index > 0, (integer.count - index).isMultiple(of: 3) { text += separator }
      text.append(digit)
    }
    return text
  }
}
