import BenchmarkModel

/// A statistic of the times of a cell.
package enum TimeStatistic: CaseIterable, Sendable {
  /// The smallest value of the repetitions in one process, which represents the cost.
  ///
  /// Disturbances only ever add to a time, and all repetitions do the same work: Chen and Revels, "Robust benchmarking
  /// in noisy environments" (2016).
  case least
  /// The 90th percentile of the repetitions, which shows if some of them stall; the smallest value never shows that.
  case slow
  /// The mean of the smallest values over all processes, as measured: the time that a user pays if launches differ.
  ///
  /// It is computed from the others, and no figure of a round.
  case mean
}

/// A figure of one phase of one cell on both sides of a paired comparison.
package struct PairedFigure: Equatable, Sendable {
  /// The cell.
  package var cell: Cell
  /// The phase.
  package var phase: RowPhase
  /// The metric: time, or one of the strategy's own that is sampled.
  package var metric: Metric
  /// The statistic, if the figure is a time.
  package var statistic: TimeStatistic
  /// The baseline's figure.
  package var baseline: Double
  /// The candidate's figure.
  package var candidate: Double

  /// Makes a pair of figures.
  package init(
    cell: Cell, phase: RowPhase, metric: Metric = .time, statistic: TimeStatistic = .least,
    baseline: Double, candidate: Double
  ) {
    self.metric = metric
    self.cell = cell
    self.phase = phase
    self.statistic = statistic
    self.baseline = baseline
    self.candidate = candidate
  }

  /// The times of a phase of a cell in one round: the smallest of each, and for the whole keystroke the slow
  /// repetitions, too.
  ///
  /// Of a metric that is sampled and is not a time, it is the mean.
  package static func times(
    _ cell: Cell, _ phase: RowPhase, _ metric: Metric = .time, baseline: Summary, candidate: Summary
  ) -> [PairedFigure] {
    [TimeStatistic.least, .slow].compactMap { statistic in
      guard statistic == .least || (phase == .total && metric == .time),
        let baseline = metric.isTime ? statistic.figure(of: baseline) : baseline.mean,
        let candidate = metric.isTime ? statistic.figure(of: candidate) : candidate.mean
      else { return nil }
      return PairedFigure(
        cell: cell, phase: phase, metric: metric, statistic: statistic, baseline: baseline,
        candidate: candidate)
    }
  }
}

extension TimeStatistic {
  fileprivate func figure(of summary: Summary) -> Double? {
    switch self {
    case .least: summary.min
    case .slow: summary.p90
    case .mean: nil
    }
  }
}
