import BenchmarkComparison
import BenchmarkResults

extension Acknowledgement {
  /// The accepted size, in words.
  var size: String {
    switch change {
    case .rise(_, _, let share): "a rise of +\(FigureText.text((share * 1e10).rounded() / 1e8)) %"
    case .amount(_, _, let by): "a rise by \(FigureText.text(by))"
    case .level(_, _, let to): "a rise to \(FigureText.text(to))"
    case .finding(let finding, let what): "\(finding.words): \(what)"
    }
  }
}

extension AcknowledgementFault.Kind {
  /// The name in a report.
  package var words: String { rawValue.replacing("_", with: " ") }
}

extension AcknowledgementFault {
  /// One line: the place, the fault, and the way to fix it.
  package var description: String {
    let entry = acknowledgement
    let begin = "\(entry.place): the acknowledgement of \(entry.size) in \(entry.cells)"
    return switch kind {
    case .expired:
      "\(begin) expired on \(entry.expires); mend what it accepts, or save the baseline again, and take it out"
    case .unused:
      "\(begin) matched no change, though its cells were compared; take it out"
    }
  }
}
