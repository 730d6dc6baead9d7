import ReformatCore

extension EditScript {
  /// One session: the same for the same arguments, on every machine.
  ///
  /// Strategies and locales do not change which digits are typed, so that they can be compared.
  ///
  /// - Parameters:
  ///   - value: a kind with a fraction gets a decimal separator and up to two digits behind it; colours get no minus.
  ///   - symbols: where the decimal separator comes from.
  ///   - length: how many digits are typed at first; at least 1.
  ///   - seed: the seed of the run.
  ///   - variant: which of several sessions of the same kind.
  /// - Returns: the steps, and the number that they mean.
  public func session(
    value: ValueKind, symbols: LocaleSymbols, length: Int, seed: UInt64, variant: Int
  ) -> ScriptedSession {
    var builder = SessionBuilder(
      symbols: symbols, value: value,
      random: SplitMix64(seed: seed, rawValue, value.rawValue, String(length), String(variant)))
    let number = builder.number(length: length, allowsFraction: value.allowsFraction)
    switch self {
    case .type: builder.type(number)
    case .backspace:
      builder.type(number)
      builder.deleteAll()
    case .editMiddle:
      builder.type(number)
      for _ in 0..<(length + 1) / 2 {
        builder.insertAndDeleteInMiddle()
      }
    case .paste:
      builder.paste(number)
      builder.paste(builder.number(length: length, allowsFraction: value.allowsFraction))
      builder.typeOverMiddle()
    case .mistype: builder.type(number, slips: true)
    case .mixed:
      var negative = number
      negative.isNegative = value.allowsNegative
      builder.type(negative, slips: true)
      builder.insertAndDeleteInMiddle()
      builder.typeOverMiddle()
      builder.deleteLast()
      builder.appendDigit()
    case .refused:
      builder.paste(number)
      builder.typeRefused(count: length)
    case .outside:
      builder.type(number)
      for _ in 0..<Self.writesFromOutside {
        builder.writeOutside(builder.number(length: length, allowsFraction: value.allowsFraction))
        builder.deleteLast()
        builder.appendDigit()
      }
    }
    return builder.finished()
  }

  private static let writesFromOutside = 3
}
