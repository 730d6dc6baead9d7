import BenchmarkModel
import BenchmarkResults

/// A fact that a reader of a comparison must know first, as a value: BenchmarkReport makes a sentence of it.
package enum ComparisonNote: Equatable, Sendable {
  /// One of the two runs.
  package enum Side: String, Sendable {
    case baseline
    case candidate
  }

  /// Compilers, configurations, Unicode data or instruction sets differ, so exact metrics are advisory.
  case toolchains([FactDifference])
  /// Facts about the toolchain that neither run states.
  case unknownToolchain([String])
  /// The allocators differ, so the metrics that they affect are advisory.
  case allocators(FactDifference)
  /// Other facts that valgrind's counts depend on differ.
  case simulators([FactDifference])
  /// The seeds of the scripts differ, so different keys were typed.
  case seeds(UInt64, UInt64)
  /// The machines differ, so times say little.
  case machines(HostPair.Difference)
  /// One side was measured without an instrument.
  case notMeasured([Metric], by: Instrument, in: Side)
  /// One side did not judge keystrokes, so only the ends of sessions are compared.
  case keystrokesNotJudged(Side)
  /// The baseline did not measure the making of fields, so the candidate's is compared with nothing.
  case setUpNotMeasured
  /// Both sides are the same program.
  case sameProgram
  /// Layout is not sampled, and why.
  case oneLink(problem: String?)
  /// Folders of the harness itself that differ between both commits.
  case harnesses([String])
  /// Packages outside of the repository, which both sides have in one state.
  case outside([PairedRecord.Outside])
  /// The seed of all draws of a paired comparison.
  case draws(seed: UInt64)
  /// A run is not finished; `lost` is the number of cells of the other run that it lacks.
  case notFinished(Side, RunStatus, lost: Int)
  /// Rounds of a run's times are missing.
  case missingRounds(Side, MissingRounds)
  /// A run is a shard.
  case shard(Side, Shard)
  /// A run was measured with a filter that this comparison did not ask for.
  case filtered(Side, CellFilter)
  /// The warnings that a run has about itself.
  case warnings(Side, [String])
  /// The baseline has earlier names of cells, which the thresholds state.
  case renamed
  /// An entry of the thresholds fits no cell of either run.
  case idleThreshold(Thresholds.Kind, SeriesScope)
  /// Cells that were accepted as wrong are all right.
  case acceptedRight(AcceptedCells, cells: String)
  /// A pattern of accepted cells fits no cell.
  case acceptedUnknown(AcceptedCells, cells: String)
}

/// The rounds of a run's times that are missing.
package struct MissingRounds: Equatable, Sendable {
  /// The number of cells that lack rounds.
  package let cells: Int
  /// The number of cells compared.
  package let all: Int
  /// The largest number of rounds that a cell lacks.
  package let rounds: Int
  /// The number of planned rounds; nil if only gaps show what is missing.
  package let planned: Int?

  /// Looks for missing rounds; nil if there are none.
  ///
  /// A run records how many rounds were planned. A merged run has as many as its parts, and a paired comparison leaves
  /// out cells that are decided, so in those only a gap shows. A baseline has one row for all rounds.
  init?(_ side: RunIndex) {
    let metadata = side.run.metadata
    guard metadata.status == .finished, metadata.savedFrom == nil else { return nil }
    let planned =
      metadata.mergedFrom == nil && metadata.paired == nil ? metadata.plan.rounds : nil
    let starts = Self.starts(of: metadata.paired?.looks ?? [])
    let missing = side.cells.values.map { places in
      places.map { place -> Int in
        let series = side.series[place]
        guard series.metric == .time, series.instrument == .clock else { return 0 }
        let rounds = Set(side.records(place).map { Int($0.round) })
        if let planned { return max(0, planned - rounds.count) }
        return zip(starts, starts.dropFirst() + [.max]).reduce(0) { missing, stage in
          let own = rounds.filter { stage.0 < $0 && $0 <= stage.1 }
          return missing + (own.max().map { $0 - stage.0 - own.count } ?? 0)
        }
      }.max() ?? 0
    }
    cells = missing.count { $0 > 0 }
    guard cells > 0 else { return nil }
    all = side.cells.count
    rounds = missing.max() ?? 0
    self.planned = planned
  }

  /// The number of the last round before each stage of a paired comparison, or part of one.
  ///
  /// Each measures cells of its own, so a gap between two of them misses nothing.
  private static func starts(of looks: [PairedRecord.Look]) -> [Int] {
    [0]
      + zip(looks, looks.dropFirst()).compactMap { last, next in
        last.part == next.part && last.confirms == next.confirms ? nil : last.rounds
      }
  }
}

extension Comparison {
  /// The notes that a reader must know besides the toolchains.
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
        // If the user asked for exactly these cells, no note is needed.
        guard filters[0] != filters[1], let filter = side.run.metadata.plan.filter, filter != asked
        else { return nil }
        return .filtered(name, filter)
      }
      + notes { name, side in
        let warnings = side.run.metadata.warnings
        return warnings.isEmpty ? nil : .warnings(name, warnings)
      }
  }

  /// Notes on instruments that only one side was measured with; their rows do not count as vanished cells.
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
        return .notMeasured(Set(metrics).sorted(), by: instrument, in: side)
      }
    }
    let unjudged: [ComparisonNote] =
      switch (before.judgesKeystrokes, after.judgesKeystrokes) {
      case (false, true): [.keystrokesNotJudged(.baseline)]
      case (true, false): [.keystrokesNotJudged(.candidate)]
      default: []
      }
    let unmade: [ComparisonNote] =
      after.measuresSetUp && !before.measuresSetUp ? [.setUpNotMeasured] : []
    return notes(before, after, .candidate) + notes(after, before, .baseline) + unjudged + unmade
  }

  /// Notes on how both sides were measured, if a reader of the verdict must know.
  static func pairingNotes(
    _ before: RunIndex, _ after: RunIndex, isTimed: Bool
  ) -> [ComparisonNote] {
    guard let (record, other) = before.run.metadata.paired(with: after.run.metadata) else {
      return []
    }
    let harnesses = other.harnessChanges
    let outside = (record.outside ?? []) + (other.outside ?? [])
    let packages = outside.indices.filter { !outside[..<$0].contains(outside[$0]) }
      .map { outside[$0] }
    return (!isTimed || record.links == .fresh ? [] : [.oneLink(problem: record.linksProblem)])
      + (harnesses.isEmpty ? [] : [.harnesses(harnesses)])
      + (packages.isEmpty ? [] : [.outside(packages)])
      + (isTimed ? [.draws(seed: record.seed)] : [])
  }
}
