import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Comparison.Verdict {
  /// The word that begins the first line: FAIL, PASS or UNDECIDED.
  package var word: String { code.uppercased() }

  var tone: Document.Tone { self == .pass ? .good : self == .fail ? .bad : .warning }
}

extension Comparison.Reason: Encodable {
  private enum CodingKeys: String, CodingKey { case code, text }

  /// Writes the code and the words.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(words, forKey: .text)
  }

  /// The reason, and what to do about it.
  var words: String { "\(cause): \(parts.remedy)" }

  package var cause: String { parts.cause }

  /// The strategies, of which at most three are named.
  private var strategies: String {
    let all = Set(cells.map(\.cell.strategy)).sorted()
    return all.prefix(3).joined(separator: ", ")
      + (all.count > 3 ? " and \(all.count - 3) more" : "")
  }

  private var parts: (cause: String, remedy: String) {
    switch code {
    case .notFinished: ("a run is not finished", "finish it with --resume, or measure it again")
    case .otherToolchain: ("the toolchains differ", "measure both sides with the same one")
    case .otherAllocator: ("the allocators differ", "measure both sides with the same one")
    case .otherSystem: ("what counts instructions differs", "measure both sides on one system")
    case .otherSeed: ("the seeds differ", "measure both sides with one --seed")
    case .notMeasured: ("the candidate lacks metrics of the baseline", "measure both sides alike")
    case .noExactMetrics:
      (
        "no exact metric of \(Words.count(cells.count, "cell")) could gate",
        "count allocations or instructions of both sides"
      )
    case .budgetsNotMeasured:
      (
        "the budgets of \(Words.count(cells.count, "cell")) were not measured",
        "leave cells that are timed in batches out of the [[budget]]"
      )
    case .noTimes:
      (
        "no times of both sides in \(Words.count(cells.count, "cell"))",
        "give a larger --budget, or compare without times by --no-time"
      )
    case .tooFewRounds:
      (
        "\(Words.count(rounds, "round")) \(rounds == 1 ? "is" : "are") too few to exclude any change of the times of \(strategies)",
        "give \(budget.map { "--budget \(RoundCost.budget($0))" } ?? "a larger --budget")"
      )
    case .unevenLaunches:
      (
        "the times of \(strategies) are not known, uneven between launches",
        "give a larger --budget, or a machine that does nothing else"
      )
    }
  }
}
