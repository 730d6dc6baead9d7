import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// The entry with the decision about a phase of a cell.
  static func timedEntry(
    _ series: SeriesKey, _ pairedTest: PairedTest
  ) -> ComparisonEntry {
    let subject = TimedSubject(
      scope: .cell(series.cell), phase: series.phase, metric: series.metric)
    guard let verdict = pairedTest.verdicts[subject] else {
      return ComparisonEntry(series, .inconclusive, .noPair)
    }
    return timedEntry(series, series.metric.isTime ? .min : .mean, verdict)
  }

  /// The entries about the slow repetitions of a cell, and about its mean over launches: each if it changed and the least
  /// time did not.
  static func otherTimedEntries(
    _ series: SeriesKey, _ pairedTest: PairedTest
  ) -> [ComparisonEntry] {
    let subject = TimedSubject(
      scope: .cell(series.cell), phase: series.phase, metric: series.metric)
    let least = pairedTest.verdicts[subject]?.verdict
    return [TimeStatistic.slow, .mean].compactMap { statistic in
      guard let verdict = pairedTest.verdicts[subject.with(statistic)], verdict.isChange,
        verdict.verdict != least
      else { return nil }
      return timedEntry(series, statistic.figure, verdict)
    }
  }

  private static func timedEntry(
    _ series: SeriesKey, _ figure: Figure, _ verdict: TimedVerdict
  ) -> ComparisonEntry {
    var entry = ComparisonEntry(series, Finding(verdict.verdict))
    entry.show(figure, verdict.baseline, verdict.baseline * verdict.effect.ratio)
    entry.spread = verdict.effect.interval
    if verdict.mayBeLayout { entry.remarks.append(.layout) }
    if verdict.isChange, let hasInstructions = verdict.hasInstructions {
      entry.remarks.append(.explained(hasInstructions: hasInstructions))
    }
    if verdict.isUneven { entry.remarks.append(.unevenLaunches) }
    return entry
  }
}

extension TimeStatistic {
  /// The figure of a time that shows the statistic.
  var figure: Figure {
    switch self {
    case .least: .min
    case .slow: .p90
    case .mean: .mean
    }
  }
}

extension Finding {
  init(_ verdict: EffectVerdict) {
    switch verdict {
    case .regressed: self = .regressed
    case .improved: self = .improved
    case .unchanged: self = .unchanged
    case .inconclusive: self = .inconclusive
    }
  }
}
