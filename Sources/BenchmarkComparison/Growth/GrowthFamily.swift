import BenchmarkModel
import BenchmarkResults

/// Cells that differ only in their length.
public struct GrowthFamily: Hashable, Sendable {
  /// The suite.
  public let suite: String
  /// The strategy.
  public let strategy: String
  /// The kind of value.
  public let value: String
  /// The locale.
  public let locale: String
  /// The script.
  public let script: String

  init(_ cell: SeriesKey.Subject) {
    suite = cell.suite
    strategy = cell.cell.strategy
    value = cell.cell.value
    locale = cell.cell.locale
    script = cell.cell.script
  }

  /// The ids of its cells, with a star for the length: `delegate-filter/int/en_US/*/type`.
  public var id: String { "\(strategy)/\(value)/\(locale)/*/\(script)" }

  /// The fewest lengths that a trend can be fitted to.
  static let fewestLengths = 3

  /// The families of cells with enough lengths, in the order of tables; their cells from short to long.
  static func all(
    _ cells: some Sequence<SeriesKey.Subject>
  ) -> [(family: GrowthFamily, cells: [SeriesKey.Subject])] {
    // A trace has one length: another length would be another trace.
    let typed = cells.filter { !$0.cell.isTraced }
    return Dictionary(grouping: typed, by: GrowthFamily.init)
      .filter { $0.value.count >= fewestLengths }
      .map { ($0.key, $0.value.sorted { $0.cell.length < $1.cell.length }) }
      .sorted { $0.1[0] < $1.1[0] }
  }
}

extension GrowthFamily: Comparable {
  /// The order of tables.
  public static func < (a: GrowthFamily, b: GrowthFamily) -> Bool {
    (a.suite, a.strategy, a.value, a.locale, a.script)
      < (b.suite, b.strategy, b.value, b.locale, b.script)
  }
}
