import BenchmarkModel

/// One line of `samples.csv`: the figures of a series in one round.
///
/// The parts of ``series``, such as `cell` and `metric`, are members of the row, too.
@dynamicMemberLookup
public struct Row: Equatable, Sendable {
  /// The identifier of the run.
  public var run: String
  /// The commit that was measured, abbreviated.
  public var commit: String
  /// The round, from 1; 0 means every round of an exact metric, or the folded rounds of a baseline.
  public var round: Int
  /// The key of the series.
  public var series: SeriesKey
  /// The number of keystrokes behind the figures.
  public var count: Int
  /// The figures, in ``unit``.
  public var summary: Summary
  /// The verdict on the text; nil if it was not checked.
  public var text: TextVerdict?

  /// Makes a row of its fields.
  public init(
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
  public var unit: String { series.metric.unit }

  /// A part of ``series``.
  public subscript<Part>(dynamicMember part: WritableKeyPath<SeriesKey, Part>) -> Part {
    get { series[keyPath: part] }
    set { series[keyPath: part] = newValue }
  }
}

/// The verdict whether a strategy's text was what the oracle expects.
public enum TextVerdict: String, CaseIterable, Codable, Sendable {
  /// The text is the expected one.
  case ok
  /// The text is different; the cell is measured all the same.
  case wrong
}
