/// What of a number an edit takes away.
struct Deletion {
  /// Which digits.
  private(set) var digits: Range<Int>
  /// Whether the decimal point.
  let takesPoint: Bool
  /// Whether the minus.
  private(set) var takesSign: Bool

  /// What of the number a range of the text covers; a digit or minus that is covered in part counts as covered.
  init(_ range: Range<Int>, in geometry: TextGeometry, number: TypedNumber) {
    let lower = geometry.digits(endingBefore: range.lowerBound)
    guard !range.isEmpty else {
      digits = lower..<lower
      takesPoint = false
      takesSign = false
      return
    }
    digits = lower..<max(lower, geometry.digits(beginningBefore: range.upperBound))
    takesPoint =
      number.hasPoint && range.lowerBound < geometry.pointEnd
      && range.upperBound > geometry.integerEnd
    takesSign = range.overlaps(geometry.sign)
  }

  /// Whether nothing is taken: the range is empty, or all in it is protected.
  var isEmpty: Bool { digits.isEmpty && !takesPoint && !takesSign }

  /// A key that hits nothing but what is protected goes on to what is behind it: past a separator to a digit, past
  /// the prefix backwards to the minus.
  mutating func passProtected(
    _ range: Range<Int>, key: IncrementalEngine.DeletionKey, in geometry: TextGeometry,
    number: TypedNumber
  ) {
    if range.upperBound <= geometry.integerStart {
      if key == .backspace, !geometry.sign.isEmpty, geometry.sign.upperBound <= range.lowerBound {
        takesSign = true
      }
    } else if range.upperBound <= geometry.integerEnd {
      let place = digits.lowerBound
      switch key {
      case .backspace: digits = max(0, place - 1)..<place
      case .delete: digits = place..<min(place + 1, number.integerCount)
      }
    }
  }
}
