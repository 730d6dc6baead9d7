import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension CellOutcome {
  /// The verdict in a word or two.
  package var title: String {
    guard let main else { return Units.missing }
    switch main.finding {
    case .advisory: return entries.contains { $0.finding == .unchanged } ? "unchanged" : "advisory"
    case .regressed where !main.fails:
      return "\(main.finding.words) (advisory)"
    default: return main.finding.words
    }
  }
}

extension ComparisonEntry {
  /// The change in a sentence: `total allocations mean 5 -> 6 (+20.0 %)`.
  package var sentence: String {
    var words = [phase?.rawValue, metric?.rawValue].compactMap(\.self)
    if let metric, let figure, before != nil || after != nil {
      words.append(
        "\(figure.name) \(Units.figure(before, metric)) -> \(Units.figure(after, metric)) (\(Units.change(from: before, to: after)))"
      )
    }
    let text = words.joined(separator: " ")
    let all = [text.isEmpty ? nil : text, note].compactMap(\.self).joined(separator: "; ")
    return all.isEmpty ? finding.words : "\(finding.words): \(all)"
  }
}
