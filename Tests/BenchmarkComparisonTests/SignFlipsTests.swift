import BenchmarkComparison
import Testing

/// Tests of the guarantees of the permutation test, on made-up rounds.
struct SignFlipsTests {
  /// A generator of numbers that are the same in every run of the tests.
  private struct Noise {
    var state: UInt64

    mutating func bits() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ (state >> 29)) &* 0x9e37_79b9_7f4a_7c15 ^ (state >> 7)
    }

    /// Returns a value from -1 to 1, near a normal distribution in shape.
    mutating func value() -> Double {
      (0..<6).reduce(0) { sum, _ in sum + Double(bits() >> 11) / Double(1 << 53) } / 3 - 1
    }
  }

  @Test("Of 400 families without any effect, the share of alarms is about the level")
  func level() {
    var noise = Noise(state: 7)
    var alarms = 0
    for _ in 0..<400 {
      // Columns of a round have a common part, as cells of a process have.
      let common = (0..<12).map { _ in noise.value() }
      let columns = (0..<8).map { _ in common.map { $0 + noise.value() } }
      let test = SignFlips(columns: columns.map { PairedSample($0) })
      let critical = test.criticalValue(level: 0.1) { 0 }
      if test.columns.contains(where: { abs($0.t ?? 0) >= critical }) { alarms += 1 }
    }
    // 40 are expected; six standard deviations of the count are 36.
    #expect(alarms > 4 && alarms < 76, "\(alarms) of 400")
  }

  @Test("An effect among many columns is found, and only that one")
  func finds() {
    var noise = Noise(state: 11)
    var columns = (0..<200).map { _ in (0..<40).map { _ in noise.value() } }
    columns[123] = columns[123].map { $0 + 1 }
    let test = SignFlips(columns: columns.map { PairedSample($0) })
    let critical = test.criticalValue(level: 0.01) { noise.bits() }
    let found = test.columns.indices.filter { abs(test.columns[$0].t ?? 0) >= critical }
    #expect(found == [123])
  }

  @Test("Too few rounds for a level, no rounds, or columns of zeros: never significant")
  func nothing() {
    #expect(
      SignFlips(columns: [PairedSample([1, 1, 1])]).criticalValue(level: 0.01) { 0 } == .infinity)
    #expect(SignFlips(columns: []).criticalValue(level: 0.01) { 0 } == .infinity)
    let zeros = SignFlips(columns: [PairedSample([Double](repeating: 0, count: 12))])
    #expect(zeros.columns[0].t == 0)
    #expect(zeros.columns[0].standardError == 0)
  }

  @Test("The verdict of an effect: significance and size; unchanged needs the whole interval")
  func verdicts() {
    func verdict(_ logRatio: Double, _ halfWidth: Double) -> EffectVerdict {
      Effect(logRatio: logRatio, halfWidth: halfWidth).verdict(threshold: 0.01)
    }
    #expect(verdict(0.02, 0.005) == .regressed)
    #expect(verdict(-0.02, 0.005) == .improved)
    #expect(verdict(0.001, 0.005) == .unchanged)
    #expect(verdict(0.006, 0.005) == .inconclusive)
    #expect(verdict(0.02, 0.03) == .inconclusive)
    #expect(verdict(0, .infinity) == .inconclusive)
    #expect(verdict(0.5, .infinity) == .inconclusive)
    #expect(Effect(logRatio: 0, halfWidth: .infinity).interval == nil)
    #expect(Effect(logRatio: 0, halfWidth: 0).verdict(threshold: 0) == .inconclusive)
  }
}
