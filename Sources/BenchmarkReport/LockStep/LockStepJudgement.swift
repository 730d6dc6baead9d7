import BenchmarkResults
import BenchmarkStatistics
import Glibc
import KeystrokeWorkload

/// Decides, round by round, which times of a lock-step comparison changed.
///
/// The hypotheses are every phase of every cell and of every group of cells that share a part of their id. They are
/// tested as one family: the probability that any of them, at any look, is called changed although both sides are alike
/// is at most ``level``.
package struct LockStepJudgement: Sendable {
  /// The probability of any false alarm in a whole comparison.
  package static let level = 0.01

  private struct Key: Hashable, Sendable {
    var cell: Cell
    var phase: RowPhase
  }

  /// What is known of a phase of a cell.
  private struct Times: Sendable {
    var baselines: [Double] = []
    /// Logarithms of candidate over baseline, by round; NaN where the cell was not measured.
    var logRatios: [Double] = []
  }

  private let suite: String
  private let thresholds: Thresholds
  private var spending = ErrorSpending(level: Self.level)
  private var random: SplitMix64
  private var instructions: [Key: Double] = [:]
  private var times: [Key: Times] = [:]
  private var rounds = 0
  private var active: Set<Cell> = []
  /// Whether a change counts although the instructions did not change with it; see ``LayoutBound``.
  var ignoresLayout = false
  /// What was decided at the last look at which a subject was measured.
  package private(set) var verdicts: [TimedSubject: TimedVerdict] = [:]

  /// A judgement of a suite that has heard nothing.
  ///
  /// - Parameters:
  ///   - suite: the suite.
  ///   - thresholds: how large a change must be to matter.
  ///   - seed: of the permutations, so that the same rounds always get the same verdict.
  package init(suite: String, thresholds: Thresholds, seed: UInt64) {
    self.suite = suite
    self.thresholds = thresholds
    random = SplitMix64(seed: seed, "permutations")
  }

  /// Hears how many instructions a keystroke takes.
  package mutating func hear(instructions pairs: [PairedFigure]) {
    for pair in pairs where pair.baseline > 0 && pair.candidate > 0 {
      instructions[Key(cell: pair.cell, phase: pair.phase)] = log(pair.candidate / pair.baseline)
    }
  }

  /// Hears of a round: nanoseconds a keystroke.
  package mutating func hear(times pairs: [PairedFigure]) {
    active = Set(pairs.map(\.cell))
    for pair in pairs where pair.baseline > 0 && pair.candidate > 0 {
      let key = Key(cell: pair.cell, phase: pair.phase)
      let missing = rounds - (times[key]?.logRatios.count ?? 0)
      times[key, default: Times()].logRatios += Array(repeating: .nan, count: missing)
      times[key, default: Times()].logRatios.append(log(pair.candidate / pair.baseline))
      times[key, default: Times()].baselines.append(pair.baseline)
    }
    rounds += 1
  }

  /// Judges what was heard so far.
  ///
  /// - Parameter share: how much of the budget is spent; the looks come in order.
  /// - Returns: the cells that more rounds might decide.
  package mutating func look(spent share: Double) -> Set<Cell> {
    let level = spending.level(at: share)
    let columns = columns()
    let values = columns.map(\.values)
    let test = SignFlips(columns: values, weights: RoundWeights.weights(of: values))
    let critical = test.criticalValue(level: level) { random.next() }
    for (column, sample) in zip(columns, test.columns) {
      // What is not measured any more keeps what was decided with its last round.
      if case .cell(let cell) = column.subject.scope, !active.contains(cell),
        verdicts[column.subject] != nil
      {
        continue
      }
      verdicts[column.subject] = verdict(column, sample, critical: critical)
    }
    return active.filter { cell in
      RowPhase.allCases.contains { phase in
        verdicts[TimedSubject(scope: .cell(cell), phase: phase)]?.isDecided == false
      }
    }
  }

  /// One hypothesis.
  private struct Column {
    var subject: TimedSubject
    var values: [Double]
    var baseline: Double
    var threshold: Double
    /// How the instructions of each of its cells changed, as logarithms; empty where one was not counted.
    var instructions: [Double]
  }

  private func verdict(
    _ column: Column, _ sample: PairedSample, critical: Double
  ) -> TimedVerdict {
    let reach = sample.standardError.map { $0 == 0 && critical.isFinite ? 0 : $0 * critical }
    let effect = Effect(logRatio: sample.mean, halfWidth: reach ?? .infinity)
    var verdict = TimedVerdict(
      verdict: effect.verdict(threshold: column.threshold), effect: effect,
      threshold: column.threshold, baseline: column.baseline, rounds: sample.count)
    if !ignoresLayout, verdict.verdict == .regressed || verdict.verdict == .improved,
      !LayoutBound.isBeyond(
        logRatio: effect.logRatio, of: column.subject.phase, baseline: column.baseline,
        instructions: column.instructions)
    {
      verdict.verdict = .inconclusive
      verdict.mayBeLayout = true
    }
    return verdict
  }

  /// The hypotheses, cells first, in an order that does not depend on how they were heard of.
  private func columns() -> [Column] {
    let cells = Set(times.keys.map(\.cell)).sorted()
    var columns: [Column] = []
    for phase in RowPhase.allCases {
      var byCell: [Cell: Column] = [:]
      for cell in cells {
        let key = Key(cell: cell, phase: phase)
        guard var known = times[key] else { continue }
        known.logRatios += Array(repeating: .nan, count: rounds - known.logRatios.count)
        let baseline = median(known.baselines) ?? 0
        let series = Series(
          suite: suite, cell: cell, phase: phase, metric: .time, instrument: .clock)
        byCell[cell] = Column(
          subject: TimedSubject(scope: .cell(cell), phase: phase),
          values: PairedSample.clipped(known.logRatios), baseline: baseline,
          threshold: thresholds.threshold(for: series)?.share(of: baseline) ?? 0,
          instructions: instructions[key].map { [$0] } ?? [])
      }
      let having = cells.filter { byCell[$0] != nil }
      columns += having.compactMap { byCell[$0] }
      for (group, members) in CellGroup.groups(of: having) {
        columns.append(
          column(of: group, phase: phase, members: members.compactMap { byCell[$0] }))
      }
    }
    return columns
  }

  /// The mean over the members, in the rounds in which all were measured.
  private func column(of group: CellGroup, phase: RowPhase, members: [Column]) -> Column {
    let count = Double(members.count)
    let values = (0..<rounds).map { round in
      // A round that lacks one has no mean of all.
      members.reduce(0) { $0 + $1.values[round] } / count
    }
    let changes = members.flatMap(\.instructions)
    return Column(
      subject: TimedSubject(scope: .group(group), phase: phase), values: values,
      baseline: geometricMean(members.map { max($0.baseline, .leastNormalMagnitude) }) ?? 0,
      threshold: members.reduce(0) { $0 + $1.threshold } / count,
      instructions: changes.count == members.count ? changes : [])
  }
}
