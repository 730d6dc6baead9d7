import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension AcceptedReview {
  /// The number of accepted cells and the reasons; nil if there are none.
  package var sentence: String? {
    guard !accepted.isEmpty else { return nil }
    let count = accepted.reduce(0) { $0 + $1.cells.count }
    return
      "\(Words.count(count, "cell")) (\(accepted.map(\.entry.reasons).joined(separator: "; ")))"
  }

  /// A line for each pattern whose cells are right again.
  package var rightAgain: [String] {
    right.map { ComparisonNote.acceptedRight($0.entry, cells: $0.cells).words }
  }

  /// The reason why a wrong cell is not accepted although an entry is about it; nil if none is.
  package func excess(of cell: String) -> String? {
    exceeding[cell].map { $0.entry.words(of: $0.excess) }
  }
}

extension AcceptedCells {
  /// The reason, with what tracks it.
  package var reasons: String { issue.map { "\(reason), \($0)" } ?? reason }

  /// The reason why a cell is not accepted.
  func words(of excess: Excess) -> String {
    switch excess {
    case .expired(let day): "accepted at \(place) until \(day)"
    case .other(let fault, let count):
      "the \(fault.rawValue) is wrong after \(Words.count(count, "keystroke")), which \(place) does not accept"
    case .more(let count):
      "\(Words.count(count, "keystroke")) are wrong, more than the \(keystrokes) that \(place) accepts"
    }
  }
}

extension RunTable {
  /// Compares the wrong cells with those that the thresholds accept.
  func review(_ accepted: [AcceptedCells]) -> AcceptedReview {
    let wrong = entries.filter { $0.text == .wrong }.map {
      $0.wrongText ?? CellMismatch(cell: $0.cell.id, expectedText: "", text: "")
    }
    return AcceptedReview(wrong, by: accepted) { pattern in
      entries.count { $0.text != nil && Glob(pattern).matches($0.cell.id) }
    }
  }
}
