import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import KeystrokeSuites
import Testing

/// Attribution of verdicts on times, of which some are undecided.
@Suite("Attribution of times")
struct AttributedTimesTests {
  private func effects(
    _ phases: [RowPhase] = [.total, .format],
    _ effect: (Cell, RowPhase) -> (EffectVerdict, Double)
  ) -> [AttributedEffect] {
    AttributionTests.cells.flatMap { cell in
      phases.map { phase in
        let (direction, ratio) = effect(cell, phase)
        return AttributedEffect(
          suite: "Keystroke", cell: cell, phase: phase, metric: .time, direction: direction,
          ratio: ratio)
      }
    }
  }

  @Test("A strategy is named with its phase; the whole keystroke follows")
  func planted() {
    let statements = Attribution.causes(
      of: effects { cell, phase in
        cell.strategy == "onchange-reformat"
          ? (.regressed, phase == .format ? 1.05 : 1.02) : (.unchanged, 1.001)
      }
    )
    #expect(
      statements.map(\.sentence) == [
        "all 12 cells of onchange-reformat: format time +5.00 %; hence total time +2.00 %"
      ])
  }

  @Test("A keystroke that got slower in no phase that is known stands for itself")
  func total() {
    let statements = Attribution.causes(
      of: effects { cell, phase in
        cell.strategy == "onchange-reformat" && phase == .total
          ? (.regressed, 1.02) : (.unchanged, 1)
      }
    )
    #expect(statements.map(\.sentence) == ["all 12 cells of onchange-reformat: total time +2.00 %"])
  }

  @Test("Undecided cells break no group, and are counted; most of one must be decided")
  func undecided() {
    func subjects(_ decided: Set<Int>) -> [String] {
      Attribution.causes(
        of: effects([.format]) { cell, _ in
          guard cell.strategy == "onchange-reformat" else { return (.unchanged, 1) }
          return decided.contains(cell.length) ? (.regressed, 1.05) : (.inconclusive, 1.04)
        }
      ).map(\.subject)
    }
    #expect(subjects([3, 6, 12]) == ["9 of 12 cells of onchange-reformat (3 undecided)"])
    #expect(subjects([3]) == ["all 3 cells of onchange-reformat of length 3"])
  }

  @Test("Sizes that vary like a measurement are no growth")
  func noise() {
    var place = 0
    let statements = Attribution.causes(
      of: effects([.format]) { cell, _ in
        place += 1
        return cell.strategy == "onchange-reformat"
          ? (.regressed, 1.05 + 0.004 * sin(Double(place * place))) : (.unchanged, 1)
      }
    )
    #expect(statements.count == 1)
    #expect(statements.first?.sentence.contains("with length") == false)
    #expect(statements.first?.sentence.contains("most") == false)
  }

  @Test("Growth that a measurement blurs is growth")
  func blurred() throws {
    var place = 0
    let statements = Attribution.causes(
      of: effects([.format]) { cell, _ in
        place += 1
        return cell.strategy == "onchange-reformat"
          ? (.regressed, 1 + Double(cell.length) / 300 + 0.001 * sin(Double(place * place)))
          : (.unchanged, 1)
      }
    )
    let text = try #require(statements.first?.sentence)
    #expect(text.contains("grows with length: +1.") || text.contains("grows with length: +0.9"))
  }

  @Test("Two suites are told apart")
  func suites() {
    var all = effects([.format]) { _, _ in (.regressed, 1.05) }
    for place in all.indices where all[place].cell.locale == "fr_FR" { all[place].suite = "Other" }
    #expect(
      Attribution.causes(of: all).map(\.subject)
        == [
          "Keystroke: all 32 cells, over all strategies",
          "Other: all 16 cells, over all strategies",
        ])
  }
}
