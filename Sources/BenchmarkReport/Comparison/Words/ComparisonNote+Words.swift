import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension ComparisonNote {
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
    case .renamed: "cells of the baseline are compared by the names that [[rename]] gives them."
    case .idleThreshold(let kind, let scope):
      "a [[\(kind.rawValue)]] of \(scope.metric.rawValue) fits no cell: cells = "
        + "\"\(scope.cells ?? "")\"; `keystroke-bench list` has the names."
    case .acceptedRight(let entry, let cells):
      "\(entry.place): \(cells) is accepted as wrong, and right again; take it out."
    case .acceptedUnknown(let entry, let cells):
      "\(entry.place): an [[accepted]] fits no cell: \(cells); `keystroke-bench list` has the names."
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

extension Loosening {
  /// The sentence that says what became looser, how far, and for how many cells.
  package var words: String {
    let size = [
      absolute.map { metric == .time ? Units.time($0) : FigureText.text($0) },
      relative.map(Units.smallShare),
    ].compactMap(\.self).joined(separator: " or ")
    return "\(kind.rawValue) of \(metric.rawValue) \(size) in \(Words.count(cells, "cell"))"
  }
}

extension FactDifference {
  /// The facts of both runs.
  fileprivate var words: String { "\(name) \(before ?? "unknown") against \(after ?? "unknown")" }
}

extension MissingRounds {
  fileprivate var words: String {
    "lacks rounds: \(Words.count(cells, "cell")) of \(all) \(cells == 1 ? "was" : "were") timed in up to"
      + " \(Words.count(rounds, "round")) fewer than "
      + (planned.map { "the \($0) of the run" } ?? "their numbers tell")
  }
}

extension HostPair.Difference {
  /// The difference between the machines, in words.
  package var words: String {
    switch self {
    case .facts(let facts): facts.map(\.words).joined(separator: ", ")
    case .several(let runs):
      runs.map { run in
        "the \(run.side.rawValue) was measured on \(run.hosts.count): "
          + run.hosts.map { "\($0.name), \($0.kernel)" }.joined(separator: "; ")
      }.joined(separator: "; ")
    }
  }
}

extension ComparisonScope.Line: Encodable {
  private enum CodingKeys: String, CodingKey { case what, manner, reason }

  /// Writes the line as in the table.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(what.words, forKey: .what)
    try container.encode(manner, forKey: .manner)
    try container.encodeIfPresent(reason?.words, forKey: .reason)
  }
}

extension ComparisonScope.Kind {
  /// The name in a report.
  package var words: String {
    switch self {
    case .cellsAndTexts: "cells, texts"
    case .behaviour: "refreshes, emissions"
    case .allocations: "allocations, bytes"
    case .instructions: "instructions, retains, releases"
    case .ownMetrics: "exact metrics of the strategies' own"
    case .times: "times"
    case .slowest(let cells): "p99 of \(Words.count(cells, "cell"))"
    }
  }
}

extension ComparisonScope.Manner {
  /// The name in a report.
  package var words: String { rawValue.replacing("_", with: " ") }
}

extension ComparisonScope.Reason {
  /// The name in a report.
  package var words: String {
    switch self {
    case .toolchain: "another toolchain"
    case .allocator: "another allocator"
    case .system: "counted on another system"
    case .seed: "another seed; traces gate"
    case .notPaired: "not paired"
    case .otherMachines: "of other machines"
    case .lacking(let side): "the \(side.rawValue) has none"
    case .otherBatches: "timed in batches of another size"
    }
  }
}
