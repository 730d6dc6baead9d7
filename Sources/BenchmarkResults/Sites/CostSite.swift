import BenchmarkModel

/// The cost of one stack per keystroke: a line of `sites.csv`.
///
/// The parts of ``series``, such as `cell` and `metric`, are members of the site, too.
@dynamicMemberLookup
package struct CostSite: Equatable, Sendable {
  /// The key of the series that the cost is a part of.
  package var series: SeriesKey
  /// The stack, outermost frame first.
  package var stack: [StackFrame]
  /// The mean cost per keystroke in the metric's unit, of this stack itself without its callees.
  package var count: Double
  /// The requested bytes per keystroke; nil if they were not measured.
  package var bytes: Double?

  /// Makes a site of its parts.
  package init(
    series: SeriesKey, stack: [StackFrame], count: Double, bytes: Double? = nil
  ) {
    self.series = series
    self.stack = stack
    self.count = count
    self.bytes = bytes
  }

  /// A part of ``series``.
  package subscript<Part>(dynamicMember part: WritableKeyPath<SeriesKey, Part>) -> Part {
    get { series[keyPath: part] }
    set { series[keyPath: part] = newValue }
  }
}
