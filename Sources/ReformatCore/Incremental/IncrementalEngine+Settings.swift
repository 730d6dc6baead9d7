/// The settings of a format that few fields have; a plain keystroke enters none of this.
extension IncrementalEngine {
  /// Makes a change of a till, or refuses one that a limit of whole digits does not allow.
  ///
  /// - Returns: true if the change is made, false if it is refused; nil if it may go on.
  @inline(never)
  mutating func changeByRules(_ deleted: Deletion, isAfterPoint: Bool) -> Bool? {
    if symbols.fillsFromRight { return changeTill(deleted) }
    let left = number.digits.count - deleted.digits.count
    let count = min(incoming.digits.count, max(0, symbols.maximumDigits - left))
    let keptWhole =
      number.integerCount - deleted.digits.clamped(to: 0..<number.integerCount).count
    let keepsPoint = number.hasPoint && !deleted.takesPoint
    let whole =
      if keepsPoint, isAfterPoint {
        keptWhole
      } else if let point = incoming.pointIndex {
        deleted.digits.lowerBound + min(point, count)
      } else {
        (keepsPoint ? keptWhole : left) + count
      }
    return whole <= max(symbols.maximumIntegerDigits, number.integerCount) ? nil : false
  }

  /// Adds zeros to the fraction of a number, or drops those at its end, as the format wants it when editing ends.
  mutating func settleFraction() {
    guard symbols.dropsTrailingZeros || symbols.minimumFractionDigits > 0, !number.digits.isEmpty
    else { return }
    let zero = UInt8(ascii: "0")
    // A digit is left, if only in the fraction.
    let least = max(symbols.minimumFractionDigits, number.integerCount == 0 ? 1 : 0)
    while symbols.dropsTrailingZeros, number.fractionCount > least, number.digits.last == zero {
      number.digits.removeLast()
    }
    if number.fractionCount == 0, symbols.minimumFractionDigits == 0 { number.pointIndex = nil }
    if number.fractionCount < symbols.minimumFractionDigits {
      number.pointIndex = number.integerCount
      while number.fractionCount < symbols.minimumFractionDigits { number.digits.append(zero) }
    }
  }
}

/// A till: the last digits are always the fraction, with zeros in front as far as they are needed, and the caret is
/// behind them.
extension IncrementalEngine {
  /// True if what came in has more digits of fraction than a till, so that it is not an amount.
  var isBeyondTill: Bool {
    symbols.fillsFromRight && incoming.fractionCount > symbols.maximumFractionDigits
  }

  /// Makes of what came into a till the digits that fill it, and leaves any other field alone.
  ///
  /// - Parameter isWhole: true if it replaces all, and so is an amount; else it is digits, as they are typed.
  /// - Returns: false if it is of no use.
  mutating func fillsIncoming(isWhole: Bool) -> Bool {
    guard symbols.fillsFromRight else { return true }
    if isWhole {
      incoming.fill(fraction: symbols.maximumFractionDigits)
    } else if incoming.pointIndex != nil {
      return false
    }
    return !incoming.isEmpty
  }

  /// Deletes and inserts digits; the others move to the right or to the left of the decimal point.
  private mutating func changeTill(_ deleted: Deletion) -> Bool {
    let zeros = number.zerosInFront
    // Zeros in front are none of the digits that were typed.
    let keptZeros =
      min(zeros, deleted.digits.lowerBound) + max(0, zeros - deleted.digits.upperBound)
    let left = number.digits.count - keptZeros - deleted.digits.count
    let count = min(incoming.digits.count, max(0, symbols.maximumDigits - left))
    let whole = left + count - symbols.maximumFractionDigits
    if count > 0, whole > max(symbols.maximumIntegerDigits, number.integerCount) { return false }
    let isLimited = count == 0 && !incoming.digits.isEmpty
    if isLimited, deleted.isEmpty, !incoming.hasMinus { return false }
    number.digits.replace(deleted.digits, with: incoming.digits, count: count)
    if deleted.takesSign { number.isNegative = false }
    if incoming.hasMinus { number.isNegative.toggle() }
    // Once its last digit is deleted there is no number, rather than zero.
    if count == 0, !deleted.digits.isEmpty, number.zerosInFront == number.digits.count {
      number.digits.removeAll()
    }
    settleTill()
    return true
  }

  /// Puts point, zeros and caret where a till has them.
  mutating func settleTill() {
    let fraction = symbols.maximumFractionDigits
    if number.digits.isEmpty {
      number.pointIndex = nil
    } else {
      let excess = min(number.zerosInFront, number.digits.count - fraction - 1)
      if excess > 0 {
        number.digits.removeFirst(excess)
      } else if excess < 0 {
        number.digits.replaceSubrange(0..<0, with: repeatElement(UInt8(ascii: "0"), count: -excess))
      }
      number.pointIndex = number.digits.count - fraction
    }
    caretTarget = CaretTarget(
      digits: number.digits.count, isAfterPoint: number.hasPoint, offset: Int.max)
  }
}

extension TypedNumber {
  /// The number of zeros before the first other digit, those of the fraction included.
  fileprivate var zerosInFront: Int { digits.prefix { $0 == UInt8(ascii: "0") }.count }
}
