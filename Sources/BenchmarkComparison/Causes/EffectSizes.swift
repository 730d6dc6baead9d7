import BenchmarkResults
import WorkerProtocol

/// How large several effects are, in words.
struct EffectSizes {
  private let effects: [AttributedEffect]

  init(_ effects: [AttributedEffect]) { self.effects = effects }

  /// `+4.90 % to +5.10 %`; `+1 (+12.5 % to +20.0 %)` where all differ by the same amount; `+1 to +3, from 0`.
  var words: String {
    let ratios = effects.compactMap(\.ratio).sorted { abs($0 - 1) < abs($1 - 1) }
    let differences = effects.compactMap(\.difference).sorted { abs($0) < abs($1) }
    let figures = Set(effects.map(\.figure)).subtracting([.mean])
    let suffix =
      figures.isEmpty
      ? ""
      : " in the \(Figure.allCases.filter(figures.contains).map(\.name).joined(separator: " or "))"
    guard ratios.count == effects.count, let least = ratios.first, let most = ratios.last else {
      guard let metric = effects.first?.metric, let least = differences.first,
        let most = differences.last
      else { return "by an unknown amount" }
      let range = Self.range(Self.amount(least, metric), Self.amount(most, metric))
      return range + (ratios.isEmpty ? ", from 0" : ", partly from 0") + suffix
    }
    // Equal but for the last bits is equal.
    let percent = Self.range(
      Units.change(from: 1, to: abs(most - least) < 1e-9 ? most : least),
      Units.change(from: 1, to: most))
    if let amount = constant { return "\(amount) (\(percent))" + suffix }
    return percent + suffix
  }

  /// The difference that all exact effects have in common, if there is one.
  var constant: String? {
    guard let metric = effects.first?.metric, metric.isExact else { return nil }
    let amounts = Set(effects.map { $0.difference.map { Self.amount($0, metric) } })
    return amounts.count == 1 ? amounts.first ?? nil : nil
  }

  private static func amount(_ difference: Double, _ metric: Metric) -> String {
    metric == .time
      ? (difference < 0 ? "-" : "+") + Units.time(abs(difference))
      : Units.difference(difference, metric)
  }

  private static func range(_ least: String, _ most: String) -> String {
    least == most ? least : "\(least) to \(most)"
  }
}
