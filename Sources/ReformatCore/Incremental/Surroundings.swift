/// The signs and the marks of a currency around the digits of a text.
struct Surroundings {
  let isNegative: Bool
  /// True if there is a sign or a pair of parentheses.
  let hasSign: Bool

  /// Looks at what is before and behind the digits; nil if that does not belong to one number.
  ///
  /// - Parameters:
  ///   - head: the tokens before the digits.
  ///   - tail: the tokens behind them.
  ///   - endsWithSeparator: true if the last of the digits is followed by a separator, with no digit behind it.
  ///   - units: what else may be there.
  init?(
    head: ArraySlice<NumberToken>, tail: ArraySlice<NumberToken>, endsWithSeparator: Bool,
    units: NumberUnits
  ) {
    var head = head.trimmed
    var tail = Self.withoutPriceDash(tail, endsWithSeparator: endsWithSeparator)
    // A minus behind a number touches it, or the unit: in `5 - ` it is a dash.
    let isGlued = tail.first?.isSpace == false
    let opens = Self.takeEdge(.open, of: &head)
    var closing = tail.trimmed
    if opens {
      guard Self.takeEdge(.close, of: &closing) else { return nil }
      tail = closing
    }
    let hasPlus = Self.takeEdge(.plus, of: &head)
    let leads = Self.takeEdge(.minus, of: &head)
    let trails = Self.takeTrailingMinus(of: &tail, isGlued: isGlued)
    let signs = [opens, hasPlus, leads, trails].count { $0 }
    guard signs <= 1, units.contain(head), units.contain(tail) else { return nil }
    hasSign = signs == 1
    isNegative = hasSign && !hasPlus
  }

  /// Takes a token away that is the first one or the last one but for spaces.
  private static func takeEdge(_ kind: NumberToken.Kind, of tokens: inout ArraySlice<NumberToken>)
    -> Bool
  {
    if tokens.last?.kind == kind {
      tokens = tokens.dropLast().trimmed
    } else if tokens.first?.kind == kind {
      tokens = tokens.dropFirst().trimmed
    } else {
      return false
    }
    return true
  }

  private static func takeTrailingMinus(of tail: inout ArraySlice<NumberToken>, isGlued: Bool)
    -> Bool
  {
    if isGlued, tail.first?.kind == .minus {
      tail = tail.dropFirst()
      return true
    }
    let end = tail.trimmed
    guard end.count > 1, end.last?.kind == .minus, !end[end.endIndex - 2].isSpace else {
      return false
    }
    tail = end.dropLast()
    return true
  }

  /// A dash in the place of the cents is no sign: `25,-`, `25.–`, `1,00,000/-`.
  private static func withoutPriceDash(
    _ tail: ArraySlice<NumberToken>, endsWithSeparator: Bool
  ) -> ArraySlice<NumberToken> {
    let slash = tail.first?.kind == .separator(.slash) ? 1 : 0
    let dashes = tail.dropFirst(slash).prefix { $0.kind == .minus || $0.kind == .dash }.count
    guard dashes > 0, slash > 0 || endsWithSeparator else { return tail }
    return tail.dropFirst(slash + dashes)
  }
}

extension NumberReader {
  /// Returns a text without the format's own prefix and suffix, which may contain digits, points and signs, and without
  /// marks of direction.
  ///
  /// - Returns: what is between them, and whether they were those of a negative number.
  func withoutAffixes(_ text: Substring) -> (inner: ArraySlice<Unicode.Scalar>, isNegative: Bool) {
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .format }
    let whole = Array(scalars)[...]
    guard symbols.hasAffixes else { return (whole, false) }
    let trimmed = whole.drop { $0.properties.isWhitespace }
    for text in [whole, trimmed] {
      if let inner = Self.strip(symbols.negative, from: text) { return (inner, true) }
      if let inner = Self.strip(symbols.positive, from: text) { return (inner, false) }
    }
    let (prefix, suffix) = (symbols.positive.prefix.read, symbols.positive.suffix.read)
    if !prefix.isEmpty, trimmed.starts(with: prefix) {
      return (trimmed.dropFirst(prefix.count), false)
    }
    if !suffix.isEmpty, whole.reversed().starts(with: suffix.reversed()) {
      return (whole.dropLast(suffix.count), false)
    }
    return (whole, false)
  }

  private static func strip(
    _ affixes: EncodedSymbols.Affixes, from text: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar>? {
    let (prefix, suffix) = (affixes.prefix.read, affixes.suffix.read)
    guard text.starts(with: prefix) else { return nil }
    let rest = text.dropFirst(prefix.count)
    guard rest.reversed().starts(with: suffix.reversed()) else { return nil }
    return rest.dropLast(suffix.count)
  }
}

extension EncodedSymbols.Piece {
  /// The scalars as a text is compared with them, without marks of direction.
  fileprivate var read: [Unicode.Scalar] {
    scalars.filter { $0.properties.generalCategory != .format }
  }
}
