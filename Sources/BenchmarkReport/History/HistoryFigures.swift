import BenchmarkModel
import BenchmarkResults

/// A cell as one machine measured it.
struct HostCell: Hashable, Sendable {
  let subject: SeriesKey.Subject
  /// The machine; nil for what does not depend on it.
  let host: String?
}

/// The figures of a cell in one run; runs in which nothing changed share one object.
final class HistoryFigures: Sendable {
  /// The measures, in the order of tables.
  let measures: [SeriesKey.Measure]
  /// The exact ones that differ between the rounds of the run, so that nothing can be said.
  let varying: Set<SeriesKey.Measure>
  /// The figures of each measure, as ``HistoryRun/figures(of:)`` has them; not a number for one that is missing.
  private let values: [Double]

  /// The number of figures of each measure.
  static let width = 2

  init(_ measures: [SeriesKey.Measure], _ values: [Double], varying: Set<SeriesKey.Measure>) {
    self.measures = measures
    self.values = values
    self.varying = varying
  }

  /// The figures of a measure; nil if the run does not have it.
  func figures(_ measure: SeriesKey.Measure) -> [Double?]? {
    measures.contains(measure) ? (0..<Self.width).map { figure($0, of: measure) } : nil
  }

  /// One figure of a measure, by its number; nil if the run does not have it.
  func figure(_ number: Int, of measure: SeriesKey.Measure) -> Double? {
    guard let place = measures.firstIndex(of: measure) else { return nil }
    let value = values[place * Self.width + number]
    return value.isNaN ? nil : value
  }

  /// Returns true if both have the same figures.
  func equals(_ other: HistoryFigures) -> Bool {
    measures == other.measures && varying == other.varying
      && values.elementsEqual(other.values) { $0.bitPattern == $1.bitPattern }
  }
}

/// The figures that the runs of a history have in common, kept once: a thousand runs of equal counts take little more
/// memory than one.
package final class HistoryPool {
  private var subjects: Set<SeriesKey.Subject> = []
  private var last: [HostCell: HistoryFigures] = [:]

  /// A pool of nothing.
  package init() {}

  /// The first of all equal subjects.
  func shared(_ subject: SeriesKey.Subject) -> SeriesKey.Subject {
    subjects.insert(subject).memberAfterInsert
  }

  /// The figures of the last run if they are the same, else these, with its measures if those are.
  func shared(
    _ cell: HostCell, _ measures: [SeriesKey.Measure], _ values: [Double],
    varying: Set<SeriesKey.Measure>
  ) -> HistoryFigures {
    let former = last[cell]
    let names = former.flatMap { $0.measures == measures ? $0.measures : nil } ?? measures
    let figures = HistoryFigures(names, values, varying: varying)
    if let former, former.equals(figures) { return former }
    last[cell] = figures
    return figures
  }
}
