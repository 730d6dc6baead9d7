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

  /// The entry about the slow repetitions of a cell, if they changed and the least ones did not; nil otherwise.
  static func stallEntry(
    _ series: SeriesKey, _ pairedTest: PairedTest
  ) -> ComparisonEntry? {
    var subject = TimedSubject(
      scope: .cell(series.cell), phase: series.phase, metric: series.metric)
    let least = pairedTest.verdicts[subject]?.verdict
    subject.statistic = .slow
    guard let verdict = pairedTest.verdicts[subject], verdict.isChange, verdict.verdict != least
    else { return nil }
    return timedEntry(series, .p90, verdict)
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
