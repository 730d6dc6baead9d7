/// A scalar of a text that may be a number, and what it can be in one.
struct NumberToken {
  /// The roles of a scalar in a number, or beside it.
  enum Kind: Equatable {
    case digit
    case separator(Separators)
    case minus
    case plus
    /// A longer dash, which some write for the cents of a price: `25,—`.
    case dash
    case open
    case close
    /// A line break or a tabulator: between numbers, never in one.
    case blank
    case letter
    case currency
    /// Any other sign that a unit may have: `%`, `°`, `#`.
    case symbol
    /// A sign that makes another number of the one beside it: `½`, `<`, `×`, `‰`.
    case stranger
  }

  /// The scalar; a digit in ASCII.
  let scalar: Unicode.Scalar
  let kind: Kind

  var isDigit: Bool { kind == .digit }
  var isSpace: Bool { kind == .separator(.space) || kind == .blank }
  var isLetter: Bool { kind == .letter }
  /// True for what a unit or a currency is written with.
  var isOfUnit: Bool {
    switch kind {
    case .letter, .currency, .symbol, .separator, .blank: true
    default: false
    }
  }

  /// The separator, or nil for anything else.
  var separator: Separators? { if case .separator(let kind) = kind { kind } else { nil } }

  /// The tokens of a text; a decimal separator of more than one scalar is one token.
  static func tokens(of scalars: ArraySlice<Unicode.Scalar>, symbols: EncodedSymbols)
    -> [NumberToken]
  {
    var tokens: [NumberToken] = []
    var rest = scalars
    while let scalar = rest.first {
      if let (kind, length) = symbols.ownKind(at: rest) {
        tokens.append(NumberToken(scalar: scalar, kind: .separator(kind)))
        rest = rest.dropFirst(length)
        continue
      }
      if let digit = scalar.asciiDigit(zero: symbols.zero) {
        tokens.append(NumberToken(scalar: Unicode.Scalar(digit), kind: .digit))
      } else {
        tokens.append(NumberToken(scalar: scalar, kind: kind(of: scalar, after: tokens.last?.kind)))
      }
      rest = rest.dropFirst()
    }
    return tokens
  }

  private static func kind(of scalar: Unicode.Scalar, after previous: Kind?) -> Kind {
    if let kind = Separators(scalar) { return .separator(kind) }
    if scalar.isMinus { return .minus }
    if scalar.isPlus { return .plus }
    switch scalar {
    case "(", "\u{FF08}", "\u{FE59}": return .open
    case ")", "\u{FF09}", "\u{FE5A}": return .close
    case "\u{2014}", "\u{2015}": return .dash
    // Per mille and its kin are not percent.
    case "\u{2030}", "\u{2031}", "\u{609}", "\u{60A}": return .stranger
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .currencySymbol: return .currency
    case .mathSymbol: return .stranger
    case .otherNumber, .letterNumber:
      // The exponent of a unit, as in m², belongs to the unit.
      return previous == .letter ? .letter : .stranger
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark:
      // A numeral such as 万 makes another number of the digits before it.
      return properties.numericType == nil ? .letter : .stranger
    default: return properties.isWhitespace ? .blank : .symbol
    }
  }
}
