/// Reads a text that arrived in one piece, such as a paste, as the number that it means.
///
/// The format's own notation comes first. Then comes any other notation, if exactly one reads all of the text. A text that
/// none of this reads is refused; no number is made of a part of it.
struct NumberReader {
  let symbols: EncodedSymbols

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: what arrived.
  ///   - continues: true if it goes behind a digit, so that it may begin with a separator of groups, and has no sign.
  /// - Returns: the number, or nil if the text is none.
  func read(_ text: Substring, continues: Bool = false) -> IncomingText? {
    let (inner, isNegative) = withoutAffixes(text)
    let all = NumberToken.tokens(of: inner, symbols: symbols)
    let tokens = all[...].trimmed
    guard let first = tokens.firstIndex(where: \.isDigit) else {
      return readWithoutDigits(tokens, isNegative: isNegative)
    }
    let start = beginsWithPoint(tokens, before: first, continues: continues) ? first - 1 : first
    return readNotation(tokens, from: start, isNegative: isNegative, continues: continues)
  }

  /// A minus, a decimal point or both.
  private func readWithoutDigits(_ tokens: ArraySlice<NumberToken>, isNegative: Bool)
    -> IncomingText?
  {
    var read = IncomingText()
    read.hasMinus = isNegative
    for token in tokens where !token.isSpace {
      if token.kind == .minus, !read.hasMinus, read.pointIndex == nil {
        read.hasMinus = true
      } else if read.pointIndex == nil, let kind = token.separator,
        symbols.notation.points.contains(kind)
      {
        read.pointIndex = 0
      } else {
        return nil
      }
    }
    return accepted(read)
  }

  /// True if the separator before the first digit belongs to the number; that of `Rs.500` belongs to the letters.
  private func beginsWithPoint(
    _ tokens: ArraySlice<NumberToken>, before first: Int, continues: Bool
  ) -> Bool {
    guard first > tokens.startIndex, let kind = tokens[first - 1].separator,
      kind != .space, kind != .slash || symbols.notation.points.contains(.slash)
    else { return false }
    guard first - 1 > tokens.startIndex else { return true }
    let before = tokens[first - 2]
    switch before.kind {
    case .minus, .plus, .open: return true
    default: return !before.isLetter
    }
  }

  // MARK: - A notation

  private func readNotation(
    _ tokens: ArraySlice<NumberToken>, from start: Int, isNegative: Bool, continues: Bool
  ) -> IncomingText? {
    var core = NumberCore(tokens[start...], notation: symbols.notation)
    let exponent = Exponent(tokens[core.end...])
    let surroundings = Surroundings(
      head: tokens[..<start], tail: tokens[(exponent?.end ?? core.end)...],
      endsWithSeparator: core.endsWithSeparator && exponent == nil, units: symbols.units)
    guard let surroundings, !(isNegative && surroundings.hasSign) else { return nil }
    // Behind a digit a minus is the dash between two numbers.
    if continues, isNegative || surroundings.hasSign { return nil }
    var meaning = meaning(of: core, continues: continues, isScientific: exponent != nil)
    if meaning == .none, core.endsWithSeparator {
      core.dropLastSeparator()
      meaning = self.meaning(of: core, continues: continues, isScientific: exponent != nil)
    }
    var read = IncomingText()
    read.digits = core.digits
    read.hasMinus = isNegative || surroundings.isNegative
    switch meaning {
    case .none, .ambiguous: return nil
    case .integer: break
    case .fraction: read.pointIndex = core.digits.count - (core.runs.last ?? 0)
    }
    if let exponent { read.shiftPoint(by: exponent.value) }
    return accepted(read)
  }

  /// The number as the field may take it: without negative numbers no minus, and no number whose every digit would be cut.
  private func accepted(_ read: IncomingText) -> IncomingText? {
    var read = read
    if read.hasMinus, !symbols.allowsNegative { return nil }
    if symbols.maximumFractionDigits == 0, read.pointIndex != nil {
      read.cutFraction()
      if read.digits.isEmpty { return nil }
    }
    return read.isEmpty ? nil : read
  }

  /// The roles of the separators of a number.
  private enum Meaning {
    /// No notation writes so.
    case none
    /// One notation means one number, another one another.
    case ambiguous
    case integer
    /// The last separator is the decimal point.
    case fraction
  }

  private func meaning(of core: NumberCore, continues: Bool, isScientific: Bool) -> Meaning {
    guard let last = core.separators.last else { return .integer }
    let own = ownMeaning(of: core, last: last)
    if own != .none { return own }
    if continues, core.runs[0] == 0, symbols.notation.groups.contains(core.separators[0]) {
      // The rest of a number, from a separator of groups on: `,234`.
      return core.runs[1] == symbols.grouping.primary ? .ambiguous : otherMeaning(of: core, last)
    }
    let other = otherMeaning(of: core, last)
    return other == .ambiguous && isScientific ? .fraction : other
  }

  private func ownMeaning(of core: NumberCore, last: Separators) -> Meaning {
    let isFraction = symbols.notation.points.contains(last)
    // A point of another shape is none if the field would cut what is behind it, and it may group instead.
    if isFraction, last != symbols.notation.decimal,
      core.runs[core.runs.count - 1] > symbols.maximumFractionDigits,
      otherMeaning(of: core, last) == .integer
    {
      return .integer
    }
    let groups = core.separators.dropLast(isFraction ? 1 : 0)
    guard groups.allSatisfy(symbols.notation.groups.contains),
      groups.isEmpty
        || symbols.grouping.groups(
          core.runs.dropLast(isFraction ? 1 : 0), zeros: core.leadingZeros)
    else { return .none }
    return isFraction ? .fraction : .integer
  }

  private func otherMeaning(of core: NumberCore, _ last: Separators) -> Meaning {
    let points = Separators.points.union(symbols.notation.points)
    let groups = Separators.groups.union(symbols.notation.groups)
    let before = core.separators.dropLast()
    guard let first = before.first else {
      let mayGroup = groups.contains(last) && isGroupedAnywhere(core.runs[...], of: core)
      // A separator of another notation at the end says nothing, and is dropped.
      let mayBePoint = points.contains(last) && !core.endsWithSeparator
      guard mayGroup else { return mayBePoint ? .fraction : .none }
      // A fraction that the field would cut is not meant, nor one behind the field's own separator of groups.
      return mayBePoint && !symbols.notation.groups.contains(last)
        && symbols.maximumFractionDigits >= core.runs[1] ? .ambiguous : .integer
    }
    guard before.allSatisfy({ $0 == first }), groups.contains(first) else { return .none }
    if last == first { return isGroupedAnywhere(core.runs[...], of: core) ? .integer : .none }
    return points.contains(last) && isGroupedAnywhere(core.runs.dropLast(), of: core)
      ? .fraction : .none
  }

  /// True if some locale groups digits so: by threes, by twos before the last three, or, several times, by
  /// fours; none writes a zero in front.
  private func isGroupedAnywhere(_ runs: ArraySlice<Int>, of core: NumberCore) -> Bool {
    guard let first = runs.first, first > 0, core.leadingZeros == 0 else { return false }
    return [Grouping.threes, .lakhs].contains { $0.groups(runs, zeros: 0) }
      || (runs.count > 2 && Grouping.fours.groups(runs, zeros: 0))
  }
}

extension IncomingText {
  /// More digits than the largest double has.
  static let mostShiftedDigits = 400

  /// Multiplies by a power of ten.
  fileprivate mutating func shiftPoint(by exponent: Int) {
    let place = (pointIndex ?? digits.count) + exponent
    let zero = UInt8(ascii: "0")
    if place >= digits.count {
      digits += Array(repeating: zero, count: place - digits.count)
      pointIndex = nil
    } else if place <= 0 {
      digits.insert(contentsOf: Array(repeating: zero, count: 1 - place), at: 0)
      pointIndex = 1
    } else {
      pointIndex = place
    }
    while digits.count > 1, digits[0] == zero, pointIndex != 1 {
      digits.removeFirst()
      pointIndex = pointIndex.map { $0 - 1 }
    }
  }
}

extension ArraySlice<NumberToken> {
  /// The tokens without the spaces around them.
  var trimmed: ArraySlice<NumberToken> {
    guard let first = firstIndex(where: { !$0.isSpace }),
      let last = lastIndex(where: { !$0.isSpace })
    else { return [] }
    return self[first...last]
  }
}
