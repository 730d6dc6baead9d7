extension MeantNumber {
  /// The digits, and a point for the decimal separator: the keys that type the number, without its sign.
  var pointed: String { integer + (fraction.map { "." + $0 } ?? "") }

  /// Replaces some of the keys.
  ///
  /// - Parameters:
  ///   - range: which keys, in ``pointed``.
  ///   - keys: digits, and a point for the decimal separator.
  /// - Returns: the number, or nil if it would have two decimal separators.
  func replacingKeys(_ range: Range<Int>, with keys: String) -> MeantNumber? {
    var all = Array(pointed)
    all.replaceSubrange(range, with: keys)
    let parts = all.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    return MeantNumber(
      isNegative: isNegative, integer: String(parts[0]),
      fraction: parts.count == 2 ? String(parts[1]) : nil)
  }
}
