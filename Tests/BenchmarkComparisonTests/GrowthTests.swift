import BenchmarkComparison
import Testing

/// What a cost and its change are said to do with the length.
struct GrowthTests {
  private let lengths: [Double] = [1, 3, 6, 9, 12, 15, 18]

  /// The mean keystroke of sessions in which the k-th costs a + b k + c k², and Return costs something else.
  private func typed(_ a: Double, _ b: Double, _ c: Double = 0, end: Double = 700) -> [Double] {
    lengths.map { length in
      let keys = stride(from: 2.0, through: length, by: 1)
      return (keys.reduce(end) { $0 + a + b * $1 + c * $1 * $1 }) / length
    }
  }

  private var model: LengthModel { LengthModel(lengths: lengths, keystrokes: lengths) }

  @Test("What each keystroke pays alike is constant, though the first and the last differ")
  func constant() throws {
    let trend = try #require(LengthTrend(typed(20_000, 0), model))
    #expect(trend.order == .constant)
    #expect(abs(trend.slope) < 1e-6)
  }

  @Test("What it pays by the digit is linear: over a session half of it a digit")
  func linear() throws {
    let trend = try #require(LengthTrend(typed(20_000, 400), model))
    #expect(trend.order == .linear)
    #expect(abs(trend.slope - 200) < 1e-6)
    #expect(try #require(trend.slopeError) < 1e-6)
  }

  @Test("What it pays by the square of the digits is quadratic")
  func quadratic() throws {
    let trend = try #require(LengthTrend(typed(2_000, 40, 30), model))
    #expect(trend.order == .quadratic)
  }

  @Test("Three lengths have a slope; two have no trend")
  func few() throws {
    let three = LengthModel(lengths: [3, 9, 15], keystrokes: [3, 9, 15])
    let trend = try #require(LengthTrend([130, 190, 250], three))
    #expect(trend.order == .linear && abs(trend.slope - 10) < 1e-9)
    #expect(LengthTrend([1, 2], LengthModel(lengths: [3, 9])) == nil)
    let free = try #require(LengthTrend([0, 0, 0], three))
    #expect(free.order == .constant && free.slope == 0)
  }

  @Test("Eight more a digit are found in figures of 20,000 that bend, whatever else changed alike")
  func change() throws {
    let before = typed(20_000, 400, 5)
    let after = typed(20_060, 408, 5, end: 650)
    let change = try #require(
      TrendChange(before: before, after: after, model, resolution: 1e-6))
    #expect(abs(change.change - 4) < 1e-6)
    #expect(change.chance < 1e-12)
    #expect(abs(change.after - change.before - change.change) < 1e-6)
  }

  @Test("Equal figures, and a change that every keystroke pays alike, are no change of growth")
  func noChange() throws {
    let before = typed(20_000, 400, 5)
    let same = try #require(TrendChange(before: before, after: before, model, resolution: 1e-6))
    #expect(same.change == 0 && same.chance == 1)
    let shifted = try #require(
      TrendChange(before: before, after: typed(20_300, 400, 5), model, resolution: 1e-6))
    #expect(abs(shifted.change) < 1e-6)
  }
}
