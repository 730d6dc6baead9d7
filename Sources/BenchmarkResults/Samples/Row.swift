import BenchmarkModel

/// One line of `samples.csv`: the figures of a series in one round.
///
/// The parts of ``series``, such as `cell` and `metric`, are members of the row, too.
@dynamicMemberLookup
package struct Row: Equatable, Sendable {
  /// The identifier of the run.
  package var run: String
  /// The commit that was measured, abbreviated.
  package var commit: String
  /// The round, from 1; 0 means every round of an exact metric, or the folded rounds of a baseline.
  package var round: Int
  /// The key of the series.
  package var series: SeriesKey
  /// The number of keystrokes behind the figures.
  package var count: Int
  /// The figures, in ``unit``.
  package var summary: Summary
  /// The verdict on the text; nil if it was not checked.
  package var text: TextVerdict?

  /// Makes a row of its fields.
  package init(
    run: String, commit: String, round: Int, series: SeriesKey, count: Int, summary: Summary,
    text: TextVerdict? = nil
  ) {
    self.run = run
    self.commit = commit
    self.round = round
    self.series = series
    self.count = count
    self.summary = summary
    self.text = text
  }

  /// The unit of the figures, which the metric decides.
  package var unit: String { series.metric.unit }

  /// A part of ``series``.
  package subscript<Part>(dynamicMember part: WritableKeyPath<SeriesKey, Part>) -> Part {
    get { series[keyPath: part] }
    set { series[keyPath: part] = newValue }
  }
}

/// The verdict whether a strategy's text was what the oracle expects.
package enum TextVerdict: String, CaseIterable, Codable, Sendable {
  /// The text is the expected one.
  case ok
  /// The text is different; the cell is measured all the same.
  case wrong
}
