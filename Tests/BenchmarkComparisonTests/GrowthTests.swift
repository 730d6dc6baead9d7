import BenchmarkComparison
import Testing

/// Tests of the trend of a cost with the length.
struct GrowthTests {
  private let lengths: [Double] = [1, 3, 6, 9, 12, 15, 18]

  /// Returns the mean keystroke of sessions in which keystroke k costs a + b k + c k², except that Return costs `end`.
  private func typed(_ a: Double, _ b: Double, _ c: Double = 0, end: Double = 700) -> [Double] {
    lengths.map { length in
      let keys = stride(from: 2.0, through: length, by: 1)
      return (keys.reduce(end) { $0 + a + b * $1 + c * $1 * $1 }) / length
    }
  }

  private func trend(_ values: [Double]) -> LengthTrend? {
    LengthTrend(values, lengths: lengths, keystrokes: lengths)
  }

  @Test("A cost equal for every keystroke is constant, though the first and the last differ")
  func constant() throws {
    let trend = try #require(self.trend(typed(20_000, 0)))
    #expect(trend.order == .constant)
    #expect(abs(trend.slope) < 1e-6)
  }

  @Test("A cost per digit is linear: over a session its slope is half as large")
  func linear() throws {
    let trend = try #require(self.trend(typed(20_000, 400)))
    #expect(trend.order == .linear)
    #expect(abs(trend.slope - 200) < 1e-6)
  }

  @Test("A cost that grows with the square of the digits is quadratic")
  func quadratic() throws {
    let trend = try #require(self.trend(typed(2_000, 40, 30)))
    #expect(trend.order == .quadratic)
  }

  @Test("Three lengths have a slope; two have no trend")
  func few() throws {
    let three = [3.0, 9, 15]
    let trend = try #require(LengthTrend([130, 190, 250], lengths: three, keystrokes: three))
    #expect(trend.order == .linear && abs(trend.slope - 10) < 1e-9)
    #expect(LengthTrend([1, 2], lengths: [3, 9]) == nil)
    let free = try #require(LengthTrend([0, 0, 0], lengths: three))
    #expect(free.order == .constant && free.slope == 0)
  }
}
