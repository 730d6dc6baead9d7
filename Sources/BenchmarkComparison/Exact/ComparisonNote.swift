import BenchmarkModel
import BenchmarkResults

/// What a reader of a comparison must know first, as a value: BenchmarkReport makes a sentence of it.
public enum ComparisonNote: Equatable, Sendable {
  /// One of the two runs.
  public enum Side: String, Sendable {
    case baseline
    case candidate
  }

  /// Compilers, configurations, Unicode data or instruction sets differ, so exact metrics are advisory.
  case toolchains([FactDifference])
  /// What neither run says of its toolchain.
  case unknownToolchain([String])
  /// The allocators differ, so what they serve is advisory.
  case allocators(FactDifference)
  /// What else valgrind's counts depend on differs.
  case simulators([FactDifference])
  /// The seeds differ, from which scripts draw what they type.
  case seeds(UInt64, UInt64)
  /// The machines differ, so times say little.
  case machines(HostPair.Difference)
  /// One side was measured without an instrument.
  case notMeasured([Metric], by: Instrument, in: Side)
  /// One side did not judge keystrokes, so only the ends of sessions are compared.
  case keystrokesNotJudged(Side)
  /// Both sides are the same program.
  case sameProgram
  /// Layout is not sampled, and why.
  case oneLink(problem: String?)
  /// Folders of the harness itself that differ between both commits.
  case harnesses([String])
  /// The seed of all draws of a paired comparison.
  case draws(seed: UInt64)
  /// A run is not finished, and so many cells of the other are missing from it.
  case notFinished(Side, RunStatus, lost: Int)
  /// Rounds of a run's times are not there.
  case missingRounds(Side, MissingRounds)
  /// A run is a shard.
  case shard(Side, Shard)
  /// A run was measured with a filter that nobody asked for here.
  case filtered(Side, CellFilter)
  /// What a run warns of itself.
  case warnings(Side, [String])
  /// The baseline has earlier names of cells, which the thresholds state.
  case renamed
  /// An entry of the thresholds fits no cell of either run.
  case idleThreshold(Thresholds.Kind, SeriesScope)
}

/// Which rounds of a run's times are not there.
public struct MissingRounds: Equatable, Sendable {
  /// In how many cells.
  public let cells: Int
  /// Of how many.
  public let all: Int
  /// How many at most.
  public let rounds: Int
  /// How many were planned; nil where only gaps tell.
  public let planned: Int?

  /// Looks for rounds that are not there; nil where all are.
  ///
  /// A run says how many were planned. One that was merged has as many as its runs, and a paired comparison leaves out
  /// cells that are decided: of those only a gap shows. A baseline has one row for all rounds.
  init?(_ side: RunIndex) {
    let metadata = side.run.metadata
    guard metadata.status == .finished, metadata.savedFrom == nil else { return nil }
    let planned =
      metadata.mergedFrom == nil && metadata.paired == nil ? metadata.plan.rounds : nil
    let missing = side.cells.values.map { places in
      places.map { place -> Int in
        let series = side.series[place]
        guard series.metric == .time, series.instrument == .clock else { return 0 }
        let rounds = side.records(place).map { Int($0.round) }
        return max(0, (planned ?? rounds.max() ?? 0) - Set(rounds).count)
      }.max() ?? 0
    }
    cells = missing.count { $0 > 0 }
    guard cells > 0 else { return nil }
    all = side.cells.count
    rounds = missing.max() ?? 0
    self.planned = planned
  }
}

extension Comparison {
  /// What a reader must know beside the toolchains.
  static func notes(
    _ before: RunIndex, _ after: RunIndex, _ entries: [ComparisonEntry],
    _ asked: CellFilter
  ) -> [ComparisonNote] {
    let sides = [(ComparisonNote.Side.baseline, before), (.candidate, after)]
    func lost(_ findings: Set<Finding>) -> Int {
      entries.count { findings.contains($0.finding) && $0.metric == nil }
    }
    func notes(_ make: (ComparisonNote.Side, RunIndex) -> ComparisonNote?) -> [ComparisonNote] {
      sides.compactMap(make)
    }
    let filters = sides.map(\.1.run.metadata.plan.filter)
    return notes { name, side in
      let status = side.run.metadata.status
      guard status != .finished else { return nil }
      let lost = lost(name == .baseline ? [.new, .uncovered] : [.vanished])
      return .notFinished(name, status, lost: lost)
    } + notes { name, side in MissingRounds(side).map { .missingRounds(name, $0) } }
      + notes { name, side in side.run.metadata.plan.shard?.shard.map { .shard(name, $0) } }
      + notes { name, side in
        // Who asks for these cells alone need not be told.
        guard filters[0] != filters[1], let filter = side.run.metadata.plan.filter, filter != asked
        else { return nil }
        return .filtered(name, filter)
      }
      + notes { name, side in
        let warnings = side.run.metadata.warnings
        return warnings.isEmpty ? nil : .warnings(name, warnings)
      }
  }

  /// Which instruments one side was measured with and the other was not; their rows are no cells that vanished.
  static func instrumentNotes(
    _ before: RunIndex, _ after: RunIndex
  ) -> [ComparisonNote] {
    func notes(
      _ having: RunIndex, _ lacking: RunIndex, _ side: ComparisonNote.Side
    ) -> [ComparisonNote] {
      Instrument.allCases.filter {
        having.instruments.contains($0) && !lacking.instruments.contains($0)
      }.map { instrument in
        let metrics = having.measures.filter { $0.instrument == instrument }.map(\.metric)
        return .notMeasured(Metric.allCases.filter(metrics.contains), by: instrument, in: side)
      }
    }
    let unjudged: [ComparisonNote] =
      switch (before.judgesKeystrokes, after.judgesKeystrokes) {
      case (false, true): [.keystrokesNotJudged(.baseline)]
      case (true, false): [.keystrokesNotJudged(.candidate)]
      default: []
      }
    return notes(before, after, .candidate) + notes(after, before, .baseline) + unjudged
  }

  /// How both sides were measured, where a reader of the verdict must know.
  static func pairingNotes(
    _ before: RunIndex, _ after: RunIndex
  ) -> [ComparisonNote] {
    guard let record = before.run.metadata.paired else { return [] }
    let harnesses = after.run.metadata.paired?.harnessChanges ?? []
    return (record.links == .fresh ? [] : [.oneLink(problem: record.linksProblem)])
      + (harnesses.isEmpty ? [] : [.harnesses(harnesses)])
      + [.draws(seed: record.seed)]
  }
}
