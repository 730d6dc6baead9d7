import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// How many causes of counts are told before the rest is only counted.
  private static let sentences = 12

  /// The causes in a sentence each: those of times, then those of counts, with their direction.
  var causeSentences: [String] { causes.filter(\.isTimed).map(\.sentence) }

  /// The sentences of counts.
  var attributed: [String] {
    let counted = counted
    let rest = counted.count - Self.sentences
    return counted.prefix(Self.sentences).map { "\($0.direction.rawValue): \($0.sentence)" }
      + (rest > 0 ? ["and \(Words.count(rest, "sentence")) more; --format json has all."] : [])
  }

  /// The causes of changes of exact metrics.
  package var counted: [Cause] { causes.filter { !$0.isTimed } }
}

extension Cause {
  /// All that there is to say of it.
  package var sentence: String { isTimed ? timeSentence : countSentence }

  /// How many changes of counts a title has.
  private static let titled = 2

  /// What changed in short: `onchange-reformat format +5.0 %` of a time, `onchange-reformat format instructions +8.39 %` of
  /// counts, of which the first two are named.
  package var title: String {
    guard !isTimed else {
      return "\(name) \(Units.change(from: 1, to: timed?.verdict.effect.ratio))"
    }
    let suite = isOneOfSeveral ? "\(suite): " : ""
    return "\(suite)\(whose) "
      + changes.prefix(Self.titled).map { "\($0.name) \($0.amount)" }.joined(separator: ", ")
  }

  /// Which time it is: `onchange-reformat format`.
  package var name: String { ([whose] + changes.map(\.name)).joined(separator: " ") }

  private var whose: String {
    switch scope {
    case .cell(let cell): return cell.id
    case .group(var group):
      guard isTimed else { return group.name }
      // All cells of a locale may be of one strategy: where there is no other, or none that has the phase.
      let strategies = Set(cells.map(\.strategy))
      if strategies.count == 1 { group.strategy = strategies.first }
      return group.named.count > 1 ? group.name : group.title
    }
  }

  private var timed: (verdict: TimedVerdict, statistic: TimeStatistic)? { changes.first?.timed }

  private var timeSentence: String {
    guard let verdict = timed?.verdict else { return title }
    func percent(_ ratio: Double) -> String { Units.change(from: 1, to: ratio) }
    var text = title
    if let interval = verdict.effect.interval {
      text += " (\(percent(interval.lowerBound)) to \(percent(interval.upperBound)))"
    }
    for change in consequences {
      guard let effect = change.timed?.verdict.effect else { continue }
      text += ", so \(change.phase.rawValue) \(percent(effect.ratio))"
    }
    if cells.count > 1 { text += "; \(Words.count(cells, "cell"))" }
    if let has = verdict.hasInstructions { text += "; \(has ? "with" : "without") instructions" }
    if verdict.isConfirmed {
      text += "; confirmed on \(Words.count(verdict.rounds, "fresh pair"))"
    }
    return text
  }

  private var countSentence: String {
    let changed = changes.map { "\($0.name) \($0.size)" }.joined(separator: "; ")
    let following = consequences.map { "\($0.name) \($0.size)" }.joined(separator: ", ")
    return "\(subject): \(changed)" + (following.isEmpty ? "" : "; hence \(following)")
  }

  /// What the cells share, or the id of the one cell: `all 24 cells of onchange-reformat`.
  package var subject: String {
    let suite = isOneOfSeveral ? "\(suite): " : ""
    guard case .group(let group) = scope else { return suite + cells[0].id }
    var words = cells.count == extent.compared ? "all " : "\(cells.count) of "
    words += Words.count(extent.compared, "cell") + group.words
    if group.strategy == nil && extent.strategies > 1 {
      words += group.named.isEmpty ? ", over all strategies" : ", whatever the strategy"
    }
    let remarks =
      (extent.undecided > 0 ? ["\(extent.undecided) undecided"] : [])
      + (extent.idle > 0 ? ["\(Words.count(extent.idle, "other")) without any"] : [])
    return suite + words + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
  }
}

extension Cause.Change {
  /// What it is: `format` or `total p90` of times, `format instructions` of counts.
  fileprivate var name: String {
    switch evidence {
    case .time(_, let statistic): statistic == .slow ? "\(phase.rawValue) p90" : phase.rawValue
    case .counts: "\(phase.rawValue) \(metric.rawValue)"
    }
  }

  /// How large it is, and what that goes with.
  fileprivate var size: String {
    guard case .counts(_, let trend?) = evidence else { return amount }
    return "\(amount) (\(trend.words))"
  }

  /// How large it is.
  fileprivate var amount: String {
    switch evidence {
    case .time(let verdict, _): Units.change(from: 1, to: verdict.effect.ratio)
    case .counts(let effects, _): Self.size(effects)
    }
  }

  /// `+4.90 % to +5.10 %`; `+1 (+12.5 % to +20.0 %)` where all differ by the same amount; `+1 to +3 (from 0)`.
  private static func size(_ effects: [AttributedEffect]) -> String {
    let ratios = effects.compactMap(\.ratio).sorted { abs($0 - 1) < abs($1 - 1) }
    let differences = effects.compactMap(\.difference).sorted { abs($0) < abs($1) }
    let figures = Set(effects.map(\.figure)).subtracting([.mean])
    let suffix =
      figures.isEmpty
      ? ""
      : " in the \(Figure.allCases.filter(figures.contains).map(\.name).joined(separator: " or "))"
    guard let metric = effects.first?.metric else { return "" }
    func amount(_ difference: Double) -> String {
      metric == .time
        ? (difference < 0 ? "-" : "+") + Units.time(abs(difference))
        : Units.shortDifference(difference, metric)
    }
    guard ratios.count == effects.count, let least = ratios.first, let most = ratios.last else {
      guard let least = differences.first, let most = differences.last else {
        return "by an unknown amount"
      }
      return range(amount(least), amount(most))
        + (ratios.isEmpty ? " (from 0)" : " (partly from 0)") + suffix
    }
    // Equal but for the last bits is equal.
    let percent = range(
      Units.change(from: 1, to: abs(most - least) < 1e-9 ? most : least),
      Units.change(from: 1, to: most))
    let constant = AttributedEffect.constant(effects)
    return (constant.map { "\(amount($0)) (\(percent))" } ?? percent) + suffix
  }

  private static func range(_ least: String, _ most: String) -> String {
    least == most ? least : "\(least) to \(most)"
  }
}

extension EffectTrend {
  /// What stands behind sizes: `grows with length: +1.00 % at 3, +6.00 % at 18`.
  fileprivate var words: String {
    func change(_ level: Level) -> String { Units.change(from: 1, to: level.ratio) }
    func ends(_ first: Level, _ last: Level) -> String {
      "with length: \(change(first)) at \(first.name), \(change(last)) at \(last.name)"
    }
    return switch shape {
    case .grows(let first, let last): "grows \(ends(first, last))"
    case .shrinks(let first, let last): "shrinks \(ends(first, last))"
    case .most(let part, let level):
      "most \(part == .script ? "under" : part == .locale ? "in" : "with") \(level.name), \(change(level))"
    }
  }
}

extension SharedParts {
  /// What cells share, to stand behind their number: ` of onchange-reformat in ar_EG`.
  fileprivate var words: String {
    named.map { part in
      let name = self[part] ?? ""
      return switch part {
      case .strategy: " of \(name)"
      case .value: " with \(name)"
      case .locale: " in \(name)"
      case .length:
        if case .from = lengths { " from length \(name) on" } else { " of length \(name)" }
      case .script: " under \(name)"
      }
    }.joined()
  }

  /// What cells share, by itself: `onchange-reformat in ar_EG`, `all cells in ar_EG`.
  fileprivate var name: String {
    guard let strategy else { return "all cells\(words)" }
    return strategy + words.dropFirst(" of \(strategy)".count)
  }

  /// How a sentence begins that is about cells which share one part.
  fileprivate var title: String {
    guard let part = named.first, let name = self[part] else { return "all cells" }
    return switch part {
    case .length: "length \(name)"
    case .script: "script \(name)"
    case .strategy, .value, .locale: name
    }
  }
}
