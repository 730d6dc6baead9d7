import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension CellOutcome {
  /// The verdict in a word or two.
  package var title: String {
    guard let main else { return Units.missing }
    switch main.finding {
    case .advisory, .unchanged: return unchanged
    case .regressed where !main.fails:
      return "\(main.finding.words) (advisory)"
    default: return main.finding.words
    }
  }

  /// The title of a cell without a change: its times are named unchanged only if a paired comparison judged them.
  private var unchanged: String {
    let same = entries.filter { $0.finding == .unchanged }
    if same.isEmpty { return "advisory" }
    let isTimed = entries.contains { $0.finding == .advisory && $0.metric?.isTime == true }
    return isTimed && !same.contains { $0.metric?.isSampled == true }
      ? "counts unchanged" : main?.finding.words ?? Units.missing
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
