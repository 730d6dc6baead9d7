/// The growth of a cost with the length of a session, fitted by ordinary least squares.
///
/// Typing n digits is n keystrokes and some that differ, the first and Return. If the k-th costs a + b k, the mean of a
/// session is A + B n + C/n. So if figures are means over a number of keystrokes that varies with the length, the
/// reciprocal of that number is a column of the fit.
package struct LengthTrend: Equatable, Sendable {
  /// A kind of growth.
  package enum Order: String, Codable, Sendable {
    /// The length does not matter.
    case constant
    /// Each unit of length costs as much as the one before.
    case linear
    /// Each unit costs more, or less, than the one before.
    case quadratic
  }

  /// The kind of growth.
  package let order: Order
  /// The mean over the lengths.
  package let mean: Double
  /// The increase per unit of length: the slope of a straight line, whatever the order.
  package let slope: Double

  /// A trend that adds less than this share of the mean over all lengths counts as constant.
  private static let leastSlope = 0.01
  /// A bend of less than this share of the mean counts as none.
  private static let leastBend = 0.05

  /// Fits figures, one for each length; nil for fewer than three lengths.
  ///
  /// - Parameters:
  ///   - values: the figures.
  ///   - lengths: the lengths, all different.
  ///   - keystrokes: the number of keystrokes behind each figure, if the figures are means; all positive.
  package init?(_ values: [Double], lengths: [Double], keystrokes: [Double]? = nil) {
    guard values.count >= 3, let shortest = lengths.min(), let longest = lengths.max() else {
      return nil
    }
    let count = Double(values.count)
    let (mean, range) = (values.reduce(0, +) / count, longest - shortest)
    let middle = lengths.reduce(0, +) / count
    let moved = lengths.map { $0 - middle }
    var columns = [[Double](repeating: 1, count: values.count)]
    if let keystrokes, Set(keystrokes).count > 1 { columns.append(keystrokes.map { 1 / $0 }) }
    columns.append(moved)
    guard let slope = Self.lastCoefficient(of: columns, values) else { return nil }
    columns.append(moved.map { $0 * $0 })
    let bend = (Self.lastCoefficient(of: columns, values) ?? 0) * range * range / 4
    self.mean = mean
    self.slope = slope
    if abs(slope) * range < Self.leastSlope * abs(mean) || slope == 0 {
      order = .constant
    } else {
      order = abs(bend) < Self.leastBend * abs(mean) ? .linear : .quadratic
    }
  }

  /// Returns the coefficient of the last column of a least-squares fit; nil if it follows from the others.
  ///
  /// The part of the last column that no other column explains carries its coefficient: Gram-Schmidt
  /// orthogonalisation, as in Björck, "Numerical Methods for Least Squares Problems", SIAM 1996, section 2.4.
  private static func lastCoefficient(of columns: [[Double]], _ values: [Double]) -> Double? {
    func product(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
    guard columns.count <= values.count else { return nil }
    var basis: [[Double]] = []
    for column in columns {
      var rest = column
      for known in basis {
        let share = product(known, rest) / product(known, known)
        rest = zip(rest, known).map { $0 - share * $1 }
      }
      // A column that follows from the others leaves only rounding errors.
      guard product(rest, rest) > 1e-20 * product(column, column) else { return nil }
      basis.append(rest)
    }
    return basis.last.map { product($0, values) / product($0, $0) }
  }
}
