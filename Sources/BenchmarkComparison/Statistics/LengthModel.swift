/// What the cost of a keystroke is fitted to: lengths, and how many keystrokes each figure is the mean of.
///
/// Typing n digits is n keystrokes and some that differ, the first and Return. Where the k-th costs a + b k, the mean of
/// a session is A + B n + C/n, so where the number of keystrokes varies with the length, its reciprocal is a column of
/// its own. With three lengths nothing is left then to tell scatter by, and slopes have no error.
package struct LengthModel: Sendable {
  /// The lengths, none twice.
  package let lengths: [Double]
  private let ends: [Double]?

  /// Makes a model of lengths and, where figures are means, of the number of keystrokes behind each.
  package init(lengths: [Double], keystrokes: [Double]? = nil) {
    self.lengths = lengths
    guard let keystrokes, lengths.count >= 3, keystrokes.allSatisfy({ $0 > 0 }),
      Set(keystrokes).count > 1, let most = keystrokes.max()
    else {
      ends = nil
      return
    }
    ends = keystrokes.map { most / $0 }
  }

  /// How far apart the shortest and the longest are.
  package var range: Double { (lengths.max() ?? 0) - (lengths.min() ?? 0) }

  private var middle: Double { lengths.reduce(0, +) / Double(max(1, lengths.count)) }

  /// The columns of a polynomial of the length, the ends before the powers; lengths from their middle.
  private func columns(_ order: Int) -> [[Double]] {
    var columns = [lengths.map { _ in 1.0 }]
    if let ends { columns.append(ends) }
    let moved = lengths.map { $0 - middle }
    if order > 0 { columns.append(moved) }
    if order > 1 { columns.append(moved.map { $0 * $0 }) }
    return columns
  }

  /// Fits values, one a length, to a polynomial of an order from 0 to 2.
  package func fit(_ values: [Double], order: Int) -> LeastSquares? {
    LeastSquares(columns: columns(order), values: values)
  }

  /// The slope of a straight line through values, and its standard error where it can be told.
  package func slope(_ values: [Double], resolution: Double = 0) -> (value: Double, error: Double?)?
  {
    guard let line = fit(values, order: 1), let slope = line.coefficients.last else { return nil }
    return (slope, line.standardError(line.coefficients.count - 1, resolution: resolution))
  }

  /// How likely chance gives so much of a better fit of a higher order: the F test of nested models.
  ///
  /// Draper and Smith, "Applied Regression Analysis", 3rd edition, chapter 6 (extra sum of squares).
  /// - Parameters:
  ///   - values: One a length.
  ///   - order: Of the polynomial.
  ///   - lower: Of the one that it is held against.
  ///   - resolution: Residuals are taken for at least as large as this.
  /// - Returns: nil where too few lengths are there to tell.
  package func chance(
    _ values: [Double], order: Int, over lower: Int, resolution: Double = 0
  ) -> Double? {
    guard let large = fit(values, order: order), let small = fit(values, order: lower),
      large.freedom > 0, small.freedom > large.freedom
    else { return nil }
    let more = Double(small.freedom - large.freedom)
    let rest = Double(large.freedom)
    let floor = resolution * resolution
    let unexplained = max(large.residual / rest, floor)
    let gained = max(0, small.residual - large.residual) / more
    if gained == 0 { return 1 }
    return fisherUpperTail(gained / unexplained, freedom: (more, rest))
  }
}
