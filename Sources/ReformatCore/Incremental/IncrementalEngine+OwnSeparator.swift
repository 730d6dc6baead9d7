/// A typed separator that groups in the format: the decimal point at once, as on a keypad, and a separator of groups as
/// soon as the keys behind it say so.
extension IncrementalEngine {
  /// The reading of the separator of groups that was typed last.
  enum OwnSeparator: UInt8, Sendable {
    /// None was typed, or its reading is settled.
    case none
    /// The decimal point, so far.
    case point
    /// A separator of groups; further ones are no point.
    case group
  }

  /// Reads the separator again if the edit says that it groups; any edit but a key at the end settles the reading.
  ///
  /// It groups if the decimal point or another separator of groups follows, or a digit that the fraction has no room for,
  /// and if the digits around it are groups.
  ///
  /// - Returns: false if the edit is a separator of groups, which changes nothing.
  @inline(never)
  mutating func readSeparatorAgain(_ deleted: Deletion, isAfterPoint: Bool) -> Bool {
    let left = number.digits.count - deleted.digits.count
    guard deleted.digits.upperBound == number.digits.count, isAfterPoint || !number.hasPoint,
      !deleted.takesPoint, !deleted.takesSign,
      incoming.isEmpty || (deleted.isEmpty && incoming.isKey)
    else {
      ownSeparator = .none
      return true
    }
    if ownSeparator == .group {
      if incoming.isEmpty, left <= symbols.grouping.primary { ownSeparator = .none }
      return !incoming.isOwnSeparator
    }
    let added = incoming.digits.count
    let isFull = added > 0 && number.fractionCount == symbols.maximumFractionDigits
    guard isFull || incoming.pointIndex != nil else { return true }
    guard isGrouped(adding: added) else {
      ownSeparator = .none
      return true
    }
    ownSeparator = .group
    number.pointIndex = nil
    if incoming.isOwnSeparator { incoming.pointIndex = nil }
    return true
  }

  /// True if the point and the digits around it are groups of a number that fits, once digits are added.
  private func isGrouped(adding added: Int) -> Bool {
    let whole = number.digits.count + added
    return (1...symbols.grouping.secondary).contains(number.integerCount)
      && number.fractionCount + added == symbols.grouping.primary
      && number.digits[0] != UInt8(ascii: "0")
      && whole <= min(symbols.maximumIntegerDigits, symbols.maximumDigits)
  }
}

extension IncomingText {
  /// True if there is one digit, point or minus.
  fileprivate var isKey: Bool {
    digits.count + (pointIndex == nil ? 0 : 1) + (hasMinus ? 1 : 0) == 1
  }
}
