/// The part of a number that an edit takes away.
struct Deletion {
  /// The digits, by their places.
  var digits: Range<Int>
  /// True if the decimal point goes.
  var takesPoint = false
  /// True if the minus or a parenthesis goes.
  var takesSign = false

  /// True if nothing is taken: the range is empty, or all in it is protected.
  var isEmpty: Bool { digits.isEmpty && !takesPoint && !takesSign }

  /// A key that hits nothing but what is protected goes on to what is behind it: past a separator to a digit, past
  /// the suffix or the prefix to the number, or to the minus in between.
  mutating func passProtected(
    _ range: Range<Int>, key: IncrementalEngine.DeletionKey, in geometry: TextGeometry,
    number: TypedNumber, sign: Range<Int>
  ) {
    let place = digits.lowerBound
    switch key {
    case .backspace:
      if range.upperBound <= geometry.integerStart || range.lowerBound >= geometry.fractionEnd,
        !sign.isEmpty, sign.upperBound <= range.lowerBound,
        (sign.lowerBound >= geometry.fractionEnd) == (range.lowerBound >= geometry.fractionEnd)
      {
        takesSign = true
      } else if range.lowerBound >= geometry.fractionEnd, number.hasPoint, number.fractionCount == 0
      {
        takesPoint = true
      } else {
        digits = max(0, place - 1)..<place
      }
    case .delete:
      if range.upperBound <= geometry.integerStart, sign.lowerBound >= range.upperBound,
        sign.upperBound <= geometry.integerStart, !sign.isEmpty
      {
        takesSign = true
      } else if range.upperBound <= geometry.integerStart, number.integerCount == 0 {
        takesPoint = number.hasPoint
      } else if range.upperBound <= geometry.pointEnd {
        digits = place..<min(place + 1, number.digits.count)
      }
    }
  }
}
