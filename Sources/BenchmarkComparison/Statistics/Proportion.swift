/// How often something happened, out of so many times.
package struct Proportion: Equatable, Sendable {
  /// How often it happened.
  package let count: Int
  /// How often it could have.
  package let total: Int

  /// A proportion; `total` is positive.
  package init(_ count: Int, of total: Int) {
    precondition(total > 0 && (0...total).contains(count), "a part of a whole")
    self.count = count
    self.total = total
  }

  /// The 97.5 % quantile of the standard normal distribution.
  private static let z = 1.959_963_984_540_054

  /// Where the probability lies that is behind it, with a confidence of 95 %.
  ///
  /// The score interval of Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the
  /// American Statistical Association 22 (1927); unlike the textbook's it also holds near 0 and 1.
  package var interval: ClosedRange<Double> {
    let n = Double(total)
    let share = Double(count) / n
    let square = Self.z * Self.z
    let middle = (share + square / (2 * n)) / (1 + square / n)
    let spread =
      Self.z / (1 + square / n)
      * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    return max(0, middle - spread)...min(1, middle + spread)
  }
}
