import BenchmarkComparison
import Foundation
import Testing

/// Fits and tests of growth against NumPy and SciPy; `scripts/golden-growth.py` writes the values.
struct GrowthGoldenTests {
  struct Golden: Decodable {
    var beta: [Beta]
    var student: [Student]
    var fisher: [Fisher]
    var lines: [Line]
  }

  struct Beta: Decodable { var x, a, b, value: Double }
  struct Student: Decodable { var t, freedom, value: Double }
  struct Fisher: Decodable { var f, above, below, value: Double }

  struct Line: Decodable {
    struct Fit: Decodable {
      var coefficients: [Double]
      var residual: Double
      var freedom: Int
      var variances: [Double]
    }
    struct Chance: Decodable {
      var order, lower: Int
      var chance: Double
    }
    var lengths, values, keystrokes: [Double]
    var fits: [Fit]
    var tests: [Chance]
  }

  private static func golden() throws -> Golden {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "golden-growth.json")
    return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file))
  }

  private func isClose(_ a: Double, _ b: Double, _ relative: Double, scale: Double = 0) -> Bool {
    abs(a - b) <= relative * max(abs(b), scale)
  }

  @Test("The incomplete beta function and its distributions equal those of SciPy")
  func distributions() throws {
    let golden = try Self.golden()
    #expect(golden.beta.count == 128)
    for known in golden.beta {
      let value = regularizedIncompleteBeta(known.x, known.a, known.b)
      #expect(isClose(value, known.value, 1e-11), "\(known)")
    }
    for known in golden.student {
      let value = studentBothTails(known.t, freedom: known.freedom)
      #expect(isClose(value, known.value, 1e-11), "\(known)")
    }
    for known in golden.fisher {
      let value = fisherUpperTail(known.f, freedom: (known.above, known.below))
      #expect(isClose(value, known.value, 1e-11), "\(known)")
    }
    #expect(fisherUpperTail(.infinity, freedom: (1, 3)) == 0)
    #expect(fisherUpperTail(0, freedom: (1, 3)) == 1)
  }

  @Test("Coefficients, residuals and tests equal those of NumPy and SciPy")
  func fits() throws {
    let golden = try Self.golden()
    #expect(golden.lines.count == 24)
    for known in golden.lines {
      let model = LengthModel(lengths: known.lengths, keystrokes: known.keystrokes)
      for (order, fit) in known.fits.enumerated() {
        let ours = try #require(model.fit(known.values, order: order))
        #expect(ours.freedom == fit.freedom)
        for (a, b) in zip(ours.coefficients, fit.coefficients) {
          #expect(isClose(a, b, 1e-8, scale: 1), "\(known.lengths) \(order)")
        }
        for (a, b) in zip(ours.variances, fit.variances) { #expect(isClose(a, b, 1e-8)) }
        #expect(isClose(ours.residual, fit.residual, 1e-8, scale: 1e-2))
      }
      for test in known.tests {
        let chance = try #require(model.chance(known.values, order: test.order, over: test.lower))
        #expect(isClose(chance, test.chance, 1e-5, scale: 1e-12), "\(known.lengths) \(test)")
      }
    }
  }

  @Test("A column that follows from others, or too few values, has no fit")
  func singular() {
    #expect(LeastSquares(columns: [[1, 1, 1], [2, 2, 2]], values: [1, 2, 3]) == nil)
    #expect(LeastSquares(columns: [[1], [2]], values: [1]) == nil)
    #expect(LengthModel(lengths: [3, 9]).fit([1, 2], order: 2) == nil)
  }
}
