import BenchmarkModel
import BenchmarkResults
import Foundation

/// The rounds of a made-up paired comparison: noise that is always the same, and effects that tests plant.
package struct PairedFixture: Sendable {
  /// The ratio of the candidate's times or instructions to the baseline's that a test plants; 1 for no effect.
  package typealias Effect = @Sendable (Cell, RowPhase) -> Double

  /// Eighteen cells: three strategies, two locales and three lengths.
  package static let cells = ["delegate-filter", "onchange-reformat", "incremental-delegate"]
    .flatMap { strategy in
      ["en_US", "fr_FR"].flatMap { locale in
        [3, 9, 15].map { length in
          Cell(strategy: strategy, value: "int", locale: locale, length: length, script: "type")
        }
      }
    }.sorted()

  /// The phases of each cell.
  package static let phases: [RowPhase] = [.total, .first, .parse, .format]

  /// The cells of this comparison.
  package var cells = Self.cells
  /// The number of rounds.
  package var rounds = 40
  /// The maximum deviation of a figure from its true value, as a share.
  package var noise = 0.02
  /// The factor by which the candidate's times change.
  package var times: Effect = { _, _ in 1 }
  /// The additional factor by which the candidate's slow repetitions change.
  package var stalls: Effect = { _, _ in 1 }
  /// The factor by which all of the candidate's times of a cell in a round change.
  package var launches: @Sendable (Cell, Int) -> Double = { _, _ in 1 }
  /// The kind of links that the processes were started from.
  package var links = PairedRecord.Links.fresh
  /// The seed of the noise.
  package var seed: UInt64 = 99
  /// The factor by which the instructions change; nil if they were not counted.
  package var instructions: Effect?

  /// Creates a comparison of equal sides.
  package init() {}

  private func baseline(_ cell: Cell, _ phase: RowPhase) -> Double {
    Double(cell.length) * (phase == .total ? 100 : 40)
  }

  /// The times, round by round.
  package var rounded: [[PairedFigure]] {
    (1...rounds).map { round in
      var random = SplitMix64(seed: seed, "fixture", String(round))
      func share() -> Double { 1 + noise * (Double(random.below(2_001)) / 1_000 - 1) }
      return cells.flatMap { cell in
        Self.phases.flatMap { phase in
          let baseline = baseline(cell, phase) * share()
          let candidate =
            self.baseline(cell, phase) * share() * times(cell, phase) * launches(cell, round)
          return PairedFigure.times(
            cell, phase, baseline: Self.summary(baseline, slow: 1),
            candidate: Self.summary(candidate, slow: stalls(cell, phase)))
        }
      }
    }
  }

  private static func summary(_ least: Double, slow: Double) -> Summary {
    var summary = Summary.constant(least)
    summary[.p90] = 1.1 * least * slow
    return summary
  }

  /// The instructions; empty if they were not counted.
  package var counted: [PairedFigure] {
    guard let instructions else { return [] }
    return cells.flatMap { cell in
      Self.phases.map { phase in
        let baseline = self.baseline(cell, phase) * 10
        return PairedFigure(
          cell: cell, phase: phase, baseline: baseline,
          candidate: baseline * instructions(cell, phase))
      }
    }
  }

  /// Returns the two runs that such a comparison leaves, with looks after these rounds.
  package func runs(looks: [Int]) -> (baseline: Run, candidate: Run) {
    func run(_ role: PairedRecord.Role, _ value: (PairedFigure) -> Double) -> Run {
      let other: PairedRecord.Role = role == .baseline ? .candidate : .baseline
      var fixture = RunFixture(id: "pair-\(role.rawValue)", cells: [], rounds: rounds)
      var record = PairedRecord(
        role: role, partner: "pair-\(other.rawValue)", budget: 60, seed: 1)
      record.links = links
      record.looks = looks.map {
        let share = Double($0) / Double(looks.last ?? 1)
        return PairedRecord.Look(rounds: $0, spent: share, seconds: 60 * share)
      }
      fixture.metadata.paired = record
      func row(_ pair: PairedFigure, _ round: Int, _ metric: Metric, _ instrument: Instrument)
        -> Row
      {
        Row(
          run: fixture.metadata.id, commit: "0123456789", round: round,
          series: SeriesKey(
            suite: "keystrokes", cell: pair.cell, phase: pair.phase, metric: metric,
            instrument: instrument), count: 40,
          summary: .constant(value(pair)), text: .ok)
      }
      fixture.rows = counted.map { row($0, 0, .instructions, .valgrind) }
      for (place, pairs) in rounded.enumerated() {
        for pair in pairs where pair.statistic == .least {
          var row = row(pair, place + 1, .time, .clock)
          let slow = pairs.first {
            $0.cell == pair.cell && $0.phase == pair.phase && $0.statistic == .slow
          }
          row.summary[.p90] = slow.map(value) ?? row.summary.p90
          fixture.rows.append(row)
        }
      }
      return fixture.run(name: role.rawValue)
    }
    return (run(.baseline, \.baseline), run(.candidate, \.candidate))
  }
}

extension PairedFixture {
  /// Plants a change of the format phase, and what it makes of the whole keystroke, in some cells.
  package static func planted(
    _ share: Double, counted: Bool = true, in isMeant: @escaping @Sendable (Cell) -> Bool
  ) -> PairedFixture {
    var fixture = PairedFixture()
    let effect: PairedFixture.Effect = { cell, phase in
      guard isMeant(cell) else { return 1 }
      return phase == .format ? 1 + share : phase == .total ? 1 + share * 0.4 : 1
    }
    fixture.times = effect
    fixture.instructions = counted ? effect : { _, _ in 1 }
    return fixture
  }
}
