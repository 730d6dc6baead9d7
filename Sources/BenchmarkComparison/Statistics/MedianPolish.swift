import BenchmarkModel

/// A table of two factors as the sum of a common value, an effect a row, an effect a column, and what is left.
///
/// Tukey, "Exploratory Data Analysis" (1977), chapter 11. A median resists a few odd entries, so that one cell that went
/// astray shows as a residual and not as an effect of its whole row. Entries may be missing.
package struct MedianPolish: Sendable {
  /// The common value.
  package private(set) var overall = 0.0
  /// The effect of each row; 0 for one without entries.
  package private(set) var rows: [Double]
  /// The effect of each column; 0 for one without entries.
  package private(set) var columns: [Double]
  /// What is left of each entry; nil where there is none.
  package private(set) var residuals: [[Double?]]

  /// Polishes a table until what is left shrinks no further.
  ///
  /// - Parameters:
  ///   - table: rows of equal length; nil for a missing entry.
  ///   - tolerance: ends when the sum of absolute residuals shrinks by no more than this share.
  ///   - passes: over rows and columns, at most.
  package init(_ table: [[Double?]], tolerance: Double = 0.01, passes: Int = 10) {
    let width = table.first?.count ?? 0
    precondition(table.allSatisfy { $0.count == width }, "rows are equally long")
    residuals = table
    rows = Array(repeating: 0, count: table.count)
    columns = Array(repeating: 0, count: width)
    var last = 0.0
    for _ in 0..<passes {
      sweepRows()
      sweepColumns()
      let left = residuals.joined().reduce(0) { $0 + abs($1 ?? 0) }
      if left == 0 || abs(left - last) <= tolerance * left { break }
      last = left
    }
  }

  /// What the effects alone say of a place in the table.
  package func fit(row: Int, column: Int) -> Double { overall + rows[row] + columns[column] }

  private mutating func sweepRows() {
    for row in residuals.indices {
      guard let middle = median(residuals[row].compactMap(\.self)) else { continue }
      for column in columns.indices {
        residuals[row][column] = residuals[row][column].map { $0 - middle }
      }
      rows[row] += middle
    }
    guard let middle = median(columns) else { return }
    for column in columns.indices { columns[column] -= middle }
    overall += middle
  }

  private mutating func sweepColumns() {
    for column in columns.indices {
      guard let middle = median(residuals.compactMap { $0[column] }) else { continue }
      for row in residuals.indices {
        residuals[row][column] = residuals[row][column].map { $0 - middle }
      }
      columns[column] += middle
    }
    guard let middle = median(rows) else { return }
    for row in rows.indices { rows[row] -= middle }
    overall += middle
  }
}
