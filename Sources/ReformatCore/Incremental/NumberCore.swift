/// The digits of a number and the separators between them, as they are written.
struct NumberCore {
  private(set) var digits = Digits()
  /// The numbers of digits before, between and behind the separators.
  private(set) var runs = [0]
  private(set) var separators: [Separators] = []
  /// The index at which the tokens go on.
  private(set) var end: Int

  /// Takes the digits at the start of some tokens; a separator goes along if a digit follows or if it may be a point.
  init(_ tokens: ArraySlice<NumberToken>, notation: Notation) {
    end = tokens.startIndex
    while end < tokens.endIndex {
      let token = tokens[end]
      if token.isDigit {
        digits.append(UInt8(truncatingIfNeeded: token.scalar.value))
        runs[runs.count - 1] += 1
      } else if let kind = token.separator, kind != .slash || notation.points.contains(.slash) {
        let next = end + 1 < tokens.endIndex ? tokens[end + 1] : nil
        // A slash at the end is that of a price, `1,00,000/-`.
        let mayEnd = kind != .slash && Separators.points.union(notation.points).contains(kind)
        guard next?.isDigit == true || mayEnd else { return }
        separators.append(kind)
        runs.append(0)
        if next?.isDigit != true {
          end += 1
          return
        }
      } else {
        return
      }
      end += 1
    }
  }

  var endsWithSeparator: Bool { !separators.isEmpty && runs.last == 0 }

  mutating func dropLastSeparator() {
    separators.removeLast()
    runs.removeLast()
  }

  /// The number of zeros in front, up to the first separator.
  var leadingZeros: Int { digits.prefix(runs[0]).prefix { $0 == UInt8(ascii: "0") }.count }
}

/// The power of ten behind a number: `e5`, `E-4`, `×10^5`.
struct Exponent {
  let value: Int
  /// The index at which the tokens go on.
  let end: Int

  /// Before the digits: the letter of programming languages, and what CLDR's locales write.
  private static let markers = [
    "e", "E", "\u{FF45}", "\u{FF25}", "\u{D7}10^", "\u{B7}10^", "\u{623}\u{633}",
  ].map { Array($0.unicodeScalars) }

  init?(_ tokens: ArraySlice<NumberToken>) {
    guard let marker = Self.markers.first(where: { tokens.map(\.scalar).starts(with: $0) })
    else { return nil }
    var rest = tokens.dropFirst(marker.count)
    let sign = rest.first?.kind
    if sign == .minus || sign == .plus { rest = rest.dropFirst() }
    let digits = rest.prefix(while: \.isDigit)
    let magnitude = Int(String(String.UnicodeScalarView(digits.map(\.scalar))))
    guard let magnitude, magnitude <= IncomingText.mostShiftedDigits else { return nil }
    value = sign == .minus ? -magnitude : magnitude
    end = digits.endIndex
  }
}
