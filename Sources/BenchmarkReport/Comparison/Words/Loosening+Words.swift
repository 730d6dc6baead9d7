import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

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
