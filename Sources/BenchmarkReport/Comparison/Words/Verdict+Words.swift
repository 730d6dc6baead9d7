import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Comparison.Verdict {
  /// The word that begins the first line: FAIL, PASS or UNDECIDED.
  package var word: String { code.uppercased() }

  package var tone: Document.Tone { self == .pass ? .good : self == .fail ? .bad : .warning }
}

extension Comparison.Reason {
  /// The reason, and what to do about it.
  var words: String { "\(cause): \(parts.remedy)" }

  package var cause: String { parts.cause }

  /// The strategies, of which at most three are named.
  private var strategies: String {
    let all = Set(cells.map(\.cell.strategy)).sorted()
    return all.prefix(3).joined(separator: ", ")
      + (all.count > 3 ? " and \(all.count - 3) more" : "")
  }

  /// The reason for programs.
  package var object: [String: String] { ["code": code.rawValue, "text": words] }

  private var parts: (cause: String, remedy: String) {
    let count = Words.count(cells.count, "cell")
    return switch code {
    case .notFinished: ("a run is not finished", "measure it again")
    case .otherToolchain: ("the toolchains differ", "measure both with one, or save a new baseline")
    case .otherAllocator: ("the allocators differ", "measure both with one, or save a new baseline")
    case .otherSystem:
      ("what counts instructions differs", "measure both on one, or save a new baseline")
    case .otherSeed: ("the seeds differ", "measure both sides with one --seed")
    case .noExactMetrics:
      ("no exact metric of \(count) could gate", "count allocations or instructions of both sides")
    case .noTimes:
      (
        "no times of both sides in \(count)",
        "give a larger --budget, or leave times out: --no-time"
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
