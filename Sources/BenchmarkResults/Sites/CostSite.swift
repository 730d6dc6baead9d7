import BenchmarkModel

/// What one stack costs per keystroke: a line of `sites.csv`.
///
/// The parts of ``series``, such as `cell` and `metric`, are members of the site, too.
@dynamicMemberLookup
public struct CostSite: Equatable, Sendable {
  /// The key of the series that the cost is a part of.
  public var series: SeriesKey
  /// Where, outermost frame first.
  public var stack: [StackFrame]
  /// The mean cost per keystroke in the metric's unit, of this very stack without what it calls.
  public var count: Double
  /// The bytes per keystroke that were asked for, or nil where they were not measured.
  public var bytes: Double?

  /// Makes a site of its parts.
  public init(
    series: SeriesKey, stack: [StackFrame], count: Double, bytes: Double? = nil
  ) {
    self.series = series
    self.stack = stack
    self.count = count
    self.bytes = bytes
  }

  /// A part of ``series``.
  public subscript<Part>(dynamicMember part: WritableKeyPath<SeriesKey, Part>) -> Part {
    get { series[keyPath: part] }
    set { series[keyPath: part] = newValue }
  }
}
