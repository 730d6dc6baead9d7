import BenchmarkModel
import BenchmarkResults

/// A fact that a reader of a comparison must know first, and the sentence that says it.
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
  /// The user left out metrics that the baseline has.
  case leftOut([Metric])
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
  /// An entry of the thresholds fits no cell of either run.
  case idle(Thresholds.Kind, SeriesScope)
  /// An acceptance's last day is over.
  case expired(Acceptance)
  /// An acceptance's cells were compared, and nothing needed it.
  case unused(Acceptance)

  /// The note in a sentence.
  package var words: String {
    switch self {
    case .toolchains(let differences):
      "exact metrics are advisory and fail nothing, since the toolchains differ: \(Self.list(differences)). "
        + "Texts, refreshes, emissions and vanished cells gate all the same."
    case .unknownToolchain(let names):
      "exact metrics are advisory and fail nothing, since \(names.joined(separator: ", ")) of both runs are unknown."
    case .allocators(let difference):
      "allocations and bytes are advisory and fail nothing, since the allocators differ: \(difference.words)."
    case .simulators(let differences):
      "instructions, retains and releases are advisory and fail nothing, since what counts them differs: \(Self.list(differences))."
    case .seeds(let before, let after):
      "exact metrics are advisory and fail nothing, but for traces, since the seeds differ (\(before) against \(after)): scripts that draw from the seed type other keys. Texts and vanished cells gate all the same."
    case .machines(let difference):
      "the machines differ (\(difference.words)), so times say little."
    case .notMeasured(let metrics, let instrument, let side):
      "\(metrics.map(\.rawValue).sorted().joined(separator: ", ")) cannot be compared, since the \(side.rawValue) was measured without \(instrument.rawValue)."
    case .leftOut(let metrics):
      "\(metrics.map(\.rawValue).joined(separator: ", ")) were left out, so nothing is said of them."
    case .keystrokesNotJudged(let side):
      "the \(side.rawValue) did not judge keystrokes, so texts are compared at the ends of sessions only."
    case .setUpNotMeasured:
      "the baseline did not measure the making of fields (setup), so only the candidate has it."
    case .sameProgram:
      "both sides are the same program, so no times were taken and no instructions counted"
    case .oneLink(let problem):
      "one link of each side\(problem.map { " (\($0))" } ?? ""): layout is not sampled, so a change of times without instructions counts only beyond 20 % of a keystroke or 40 % of a phase"
    case .harnesses(let folders):
      "the sides measure with different harnesses (\(folders.joined(separator: ", ")) differ): times may have changed for that alone"
    case .outside(let packages):
      "outside of the repository, and so the same on both sides: \(packages.map(\.words).joined(separator: ", "))"
    case .draws(let seed): "--seed \(seed) repeats all of its draws"
    case .notFinished(let side, let status, let lost):
      "the \(side.rawValue) is \(status.rawValue), not finished: "
        + (lost == 0
          ? "no cell of the other run is missing from it, but rounds may be."
          : "\(Words.count(lost, "cell")) of the other run \(lost == 1 ? "is" : "are") "
            + "missing from it in whole or in part.")
    case .missingRounds(let side, let missing): "the \(side.rawValue) \(missing.words)."
    case .shard(let side, let shard):
      "the \(side.rawValue) is shard \(shard), so only the cells of that shard are compared."
    case .filtered(let side, let filter):
      "the \(side.rawValue) was measured with \(filter.options), so only these cells are compared."
    case .warnings(let side, let warnings):
      "the \(side.rawValue) warns: \(warnings[0])"
        + (warnings.count > 1 ? " (and \(warnings.count - 1) more)" : "")
    case .idle(let kind, let scope):
      (scope.place.map { "\($0): " } ?? "") + "no cell fits this [[\(kind.rawValue)]]: cells = "
        + "\"\(scope.cells ?? "")\"; `keystroke-bench list` has the names."
    case .expired(let acceptance):
      "\(acceptance.place): this [[accept]] expired on \(acceptance.until) and accepts nothing; take it out."
    case .unused(let acceptance):
      "\(acceptance.place): nothing needs this [[accept]] any more; take it out."
    }
  }

  private static func list(_ differences: [FactDifference]) -> String {
    differences.map(\.words).joined(separator: ", ")
  }
}

extension PairedRecord.Outside {
  /// The package and its state, such as `../keystroke-bench at 0123456789 with changes`.
  fileprivate var words: String {
    path + (commit.map { " at \($0)" } ?? "") + (isDirty ? " with changes" : "")
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

  /// Notes on metrics that the user left out, and on instruments that only one side was measured with.
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
    let leftOut: [ComparisonNote] =
      before.leftOut.isEmpty ? [] : [.leftOut(before.leftOut.sorted())]
    return leftOut + notes(before, after, .candidate) + notes(after, before, .baseline) + unjudged
      + unmade
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
