import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Acceptance {
  /// The reason why it does not accept something, in words.
  package func words(of excess: Excess) -> String {
    switch excess {
    case .figure(let worse):
      "\(worse.figure.name) went from \(FigureText.text(worse.before)) to \(FigureText.text(worse.after)), further than \(place) accepts"
    case .keystrokes(let count, let most):
      "\(Words.count(count, "keystroke")) wrong, more than the \(most) that \(place) accepts"
    }
  }
}

/// The wrong cells of a run or a verification, split by whether the thresholds accept them.
package struct WrongCells: Sendable {
  /// The cells that no entry accepts, each with the reason if an entry is about it.
  package private(set) var failing: [(cell: CellMismatch, reason: String?)] = []
  /// The cells that an entry accepts.
  package private(set) var accepted: [(cell: CellMismatch, by: Acceptance)] = []

  /// Splits all wrong cells.
  package init(_ wrong: [CellMismatch], by acceptances: [Acceptance], on day: Day = .today) {
    for cell in wrong {
      switch Acceptance.Fault(cell).flatMap({ acceptances.decide(on: $0, day) }) {
      case (let entry, nil)?: accepted.append((cell, entry))
      case (let entry, let excess?)?: failing.append((cell, entry.words(of: excess)))
      case nil: failing.append((cell, nil))
      }
    }
  }

  /// The number of accepted cells and the reasons; nil if there are none.
  package var sentence: String? {
    guard !accepted.isEmpty else { return nil }
    var reasons: [String] = []
    for entry in accepted.map(\.by) where !reasons.contains(entry.reason) {
      reasons.append(entry.reason)
    }
    return "\(Words.count(accepted, "cell")) (\(reasons.joined(separator: "; ")))"
  }
}
