/// A linear model fitted by ordinary least squares.
///
/// Solved by the modified Gram-Schmidt factorisation (Björck, "Numerical Methods for Least Squares Problems", SIAM
/// 1996, section 2.4), with which the residuals of values that follow the model are as small as rounding allows.
package struct LeastSquares: Equatable, Sendable {
  /// A coefficient for each column.
  package let coefficients: [Double]
  /// The sum of the squared residuals.
  package let residual: Double
  /// Observations less coefficients.
  package let freedom: Int
  /// The variance of each coefficient in units of the residual variance: the diagonal of the inverse of X'X.
  package let variances: [Double]

  /// Fits values to columns, each as long as the values are many.
  ///
  /// - Returns: nil where there are fewer values than columns, or a column follows from those before it.
  package init?(columns: [[Double]], values: [Double]) {
    let count = columns.count
    precondition(columns.allSatisfy { $0.count == values.count }, "a column a coefficient")
    guard count > 0, values.count >= count else { return nil }
    func product(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
    var basis = columns
    var rest = values
    var upper = Array(repeating: Array(repeating: 0.0, count: count), count: count)
    var right: [Double] = []
    for column in 0..<count {
      let length = product(basis[column], basis[column]).squareRoot()
      // What rounding leaves of a column that follows from others.
      guard length > 1e-10 * product(columns[column], columns[column]).squareRoot() else {
        return nil
      }
      upper[column][column] = length
      basis[column] = basis[column].map { $0 / length }
      for later in column + 1..<max(column + 1, count) {
        let share = product(basis[column], basis[later])
        upper[column][later] = share
        basis[later] = zip(basis[later], basis[column]).map { $0 - share * $1 }
      }
      let share = product(basis[column], rest)
      right.append(share)
      rest = zip(rest, basis[column]).map { $0 - share * $1 }
    }
    func solved(_ right: [Double]) -> [Double] {
      var solution = right
      for row in (0..<count).reversed() {
        for column in row + 1..<max(row + 1, count) {
          solution[row] -= upper[row][column] * solution[column]
        }
        solution[row] /= upper[row][row]
      }
      return solution
    }
    coefficients = solved(right)
    residual = product(rest, rest)
    freedom = values.count - count
    // The rows of the inverse of R, whose squared lengths are the diagonal of the inverse of X'X.
    var variances = Array(repeating: 0.0, count: count)
    for unit in 0..<count {
      let column = solved((0..<count).map { $0 == unit ? 1 : 0 })
      for row in 0..<count { variances[row] += column[row] * column[row] }
    }
    self.variances = variances
  }

  /// The standard error of a coefficient.
  ///
  /// - Parameters:
  ///   - coefficient: Which one, from 0.
  ///   - resolution: Residuals are taken for at least as large as this, since figures in a file are rounded.
  /// - Returns: nil where nothing is left to estimate it from.
  package func standardError(_ coefficient: Int, resolution: Double = 0) -> Double? {
    guard freedom > 0 else { return nil }
    let variance = max(residual / Double(freedom), resolution * resolution)
    return (variance * variances[coefficient]).squareRoot()
  }
}
