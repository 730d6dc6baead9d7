import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Glibc

extension Comparison {
  /// The number of lines about counts that are shown before the rest is only counted.
  private static let sentences = 12

  /// The changes of times.
  package var timed: [CensusLine] { census.filter { $0.timed != nil } }

  /// The changes of exact metrics.
  package var counted: [CensusLine] { census.filter { $0.timed == nil } }

  /// The changes of exact metrics, in a sentence for each phase of a strategy: about the metric that explains the most.
  var countedSentences: [(text: String, fails: Bool)] {
    var places: [CensusLine.Subject: Int] = [:]
    var sentences: [[CensusLine]] = []
    for line in counted {
      let place = places[line.subject, default: sentences.count]
      if place == sentences.count { sentences.append([]) }
      places[line.subject] = place
      sentences[place].append(line)
    }
    return sentences.map { lines in
      let others = lines.dropFirst().sorted { $0.metric.order < $1.metric.order }
      let also =
        others.prefix(2).map { "\($0.metric.rawValue) \($0.amount)" }
        + (others.count > 2 ? ["\(others.count - 2) more"] : [])
      return (
        "\(lines[0].direction.rawValue): \(lines[0].sentence)"
          + (also.isEmpty ? "" : "; also \(also.joined(separator: ", "))"),
        lines.contains(where: \.fails)
      )
    }
  }

  /// The changes for people, regressions first; the last ones are only counted.
  var listedSentences: [String] {
    let all = countedSentences
    let (shown, rest) = (all.prefix(Self.sentences), all.count - Self.sentences)
    // The census has regressions first.
    let worse = shown.prefix { $0.text.hasPrefix(EffectVerdict.regressed.rawValue) }
    return timed.filter { $0.direction == .regressed }.map(\.sentence) + worse.map(\.text)
      + timed.filter { $0.direction != .regressed }.map(\.sentence)
      + shown.dropFirst(worse.count).map(\.text)
      + (rest > 0 ? ["and \(Words.count(rest, "line")) more; --format json has all."] : [])
  }
}

extension CensusLine {
  /// One phase of the same cells, and one direction.
  struct Subject: Hashable {
    var suite: String
    var group: CellGroup
    var phase: RowPhase
    var direction: EffectVerdict
    var cell: Cell?
  }

  var subject: Subject {
    Subject(suite: suite, group: group, phase: phase, direction: direction, cell: onlyCell)
  }

  /// The change in short: `onchange-reformat format instructions +8.39 %`.
  package var title: String { "\(name) \(amount)" }

  /// The change with its cells: `onchange-reformat: parse instructions +128.0 % to +284.0 % in 9 of 12 cells, largest in …`.
  package var sentence: String {
    guard let timed else { return "\(whose): \(part) \(amount)\(extent)" }
    guard let verdict = timed.verdict else { return "\(title)\(extent)" }
    var text = title
    if let interval = verdict.effect.interval {
      text += " (\(Self.percent(interval.lowerBound)) to \(Self.percent(interval.upperBound)))"
    }
    if timed.statistic == .mean {
      text += "; the slowest fifth of launches \(Self.percent(exp(verdict.launches.slowest)))"
    }
    if compared > 1 { text += "; \(changes.count) of \(Words.count(compared, "cell"))" }
    if let has = verdict.hasInstructions { text += "; \(has ? "with" : "without") instructions" }
    if verdict.isConfirmed {
      text += "; confirmed on \(Words.count(verdict.rounds, "fresh pair"))"
    }
    return text
  }

  private static func percent(_ ratio: Double) -> String { Units.change(from: 1, to: ratio) }

  private var extent: String {
    guard onlyCell == nil, let largest else { return "" }
    return
      " in \(changes.count) of \(Words.count(compared, "cell")), largest in \(largest.cell.id)"
  }

  /// The size: `+4.90 % to +5.10 %`; `+1 (+12.5 % to +20.0 %)` if all cells differ by the same amount; `+1 to +3 (from 0)`.
  fileprivate var amount: String {
    if let verdict = timed?.verdict { return Self.percent(verdict.effect.ratio) }
    let ratios = changes.compactMap(\.ratio)
    let differences = changes.compactMap(\.difference).sorted { abs($0) < abs($1) }
    let figures = Set(changes.map(\.figure)).subtracting([.mean])
    let suffix =
      figures.isEmpty || timed != nil
      ? ""
      : " in the \(Figure.allCases.filter(figures.contains).map(\.name).joined(separator: " or "))"
    guard ratios.count == changes.count, let least = ratios.first, let most = ratios.last else {
      guard let least = differences.first, let most = differences.last else {
        return "by an unknown amount"
      }
      return Self.range(
        Units.shortDifference(least, metric), Units.shortDifference(most, metric))
        + (ratios.isEmpty ? " (from 0)" : " (partly from 0)") + suffix
    }
    // Ratios that differ only in their last bits are equal.
    let percent = Self.range(
      Self.percent(abs(most - least) < 1e-9 ? most : least), Self.percent(most))
    guard metric.isExact, let constant = differences.first,
      // Means are stored with six digits after the point.
      differences.allSatisfy({ abs($0 - constant) < 1.5e-6 })
    else { return percent + suffix }
    return "\(Units.shortDifference(constant, metric)) (\(percent))" + suffix
  }

  private static func range(_ least: String, _ most: String) -> String {
    least == most ? least : "\(least) to \(most)"
  }
}
