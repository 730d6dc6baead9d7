/// The number of times that something happened, out of a total.
package struct Proportion: Equatable, Sendable {
  /// The number of times that it happened.
  package let count: Int
  /// The number of times that it could have happened.
  package let total: Int

  /// Makes a proportion; `total` is positive.
  package init(_ count: Int, of total: Int) {
    precondition(total > 0 && (0...total).contains(count), "a part of a whole")
    self.count = count
    self.total = total
  }

  /// The 97.5 % quantile of the standard normal distribution.
  private static let z = 1.959_963_984_540_054

  /// The 95 % confidence interval of the underlying probability.
  ///
  /// It is the score interval of Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
  /// Journal of the American Statistical Association 22 (1927). Unlike the textbook interval, it also holds near 0 and
  /// 1.
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
