import BenchmarkComparison
import Foundation
import Testing

/// Median polish against a NumPy version of it, which `scripts/golden-statistics.py` holds.
struct MedianPolishTests {
  struct Golden: Decodable { var polishes: [Case] }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var table: [[Double?]]
    var overall: Double
    var rows: [Double]
    var columns: [Double]
    var residuals: [[Double?]]
    var testDescription: String { "\(rows.count) rows, \(columns.count) columns" }
  }

  static let golden = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "golden.json")
    return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file)).polishes
  }

  @Test("The golden values are there")
  func present() throws { #expect(try Self.golden.get().count >= 7) }

  @Test("Effects and residuals equal those of NumPy", arguments: (try? golden.get()) ?? [])
  func equals(_ golden: Case) {
    let polish = MedianPolish(golden.table)
    func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-12 * max(1, abs(b)) }
    #expect(near(polish.overall, golden.overall))
    #expect(
      zip(polish.rows, golden.rows).allSatisfy(near) && polish.rows.count == golden.rows.count)
    #expect(
      zip(polish.columns, golden.columns).allSatisfy(near)
        && polish.columns.count == golden.columns.count)
    for (own, other) in zip(polish.residuals.joined(), golden.residuals.joined()) {
      #expect((own == nil) == (other == nil))
      if let own, let other { #expect(near(own, other)) }
    }
  }

  @Test("The parts add up to the table, whatever is missing", arguments: (try? golden.get()) ?? [])
  func sums(_ golden: Case) {
    let polish = MedianPolish(golden.table)
    for (row, entries) in golden.table.enumerated() {
      for (column, entry) in entries.enumerated() {
        guard let entry, let left = polish.residuals[row][column] else {
          #expect(entry == nil && polish.residuals[row][column] == nil)
          continue
        }
        #expect(
          abs(polish.fit(row: row, column: column) + left - entry) < 1e-12 * max(1, abs(entry)))
      }
    }
  }

  @Test("One entry that went astray is a residual, and moves no effect")
  func resistant() {
    var table: [[Double?]] = (0..<5).map { row in (0..<5).map { Double(row * 10 + $0) } }
    let clean = MedianPolish(table)
    table[1][3] = 1_000
    let polish = MedianPolish(table)
    #expect(polish.rows == clean.rows && polish.columns == clean.columns)
    #expect(polish.overall == clean.overall && polish.residuals[1][3] == 1_000 - 13)
  }

  @Test("An empty table has no effects, and a row of nothing none either")
  func empty() {
    #expect(MedianPolish([]).overall == 0)
    let polish = MedianPolish([[nil, nil], [3, 3]])
    #expect(polish.rows.count == 2 && polish.fit(row: 1, column: 0) == 3)
    #expect(polish.residuals[0] == [nil, nil])
  }
}
