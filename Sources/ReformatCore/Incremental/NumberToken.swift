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
    /// Anything else: a letter, a sign of a currency, `%`, `½`.
    case other
  }

  /// The scalar; a digit in ASCII.
  let scalar: Unicode.Scalar
  let kind: Kind

  var isDigit: Bool { kind == .digit }
  var isSpace: Bool { kind == .separator(.space) || kind == .blank }
  var isLetter: Bool { kind == .other && scalar.properties.isAlphabetic }

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
        tokens.append(NumberToken(scalar: scalar, kind: kind(of: scalar)))
      }
      rest = rest.dropFirst()
    }
    return tokens
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if let kind = Separators(scalar) { return .separator(kind) }
    if scalar.isMinus { return .minus }
    if scalar.isPlus { return .plus }
    switch scalar {
    case "(", "\u{FF08}", "\u{FE59}": return .open
    case ")", "\u{FF09}", "\u{FE5A}": return .close
    case "\u{2014}", "\u{2015}": return .dash
    default: return scalar.properties.isWhitespace ? .blank : .other
    }
  }
}
