import BenchmarkModel
import Testing

@Suite("The key of a series")
struct SeriesKeyTests {
  static let cell = Cell(
    strategy: "delegate-filter", value: "int", locale: "en_US", length: 9, script: "type")
  /// All combinations of phase, metric and instrument, in the order in which they are declared.
  static let all = RowPhase.allCases.flatMap { phase in
    Metric.allCases.flatMap { metric in
      Instrument.allCases.map {
        SeriesKey(suite: "s", cell: cell, phase: phase, metric: metric, instrument: $0)
      }
    }
  }

  @Test("Every combination keeps its parts, differs from all others, and sorts as declared")
  func parts() {
    #expect(Set(Self.all).count == Self.all.count)
    #expect(Self.all.shuffled().sorted() == Self.all)
    for key in Self.all {
      let again = SeriesKey(
        suite: key.suite, cell: key.cell, phase: key.phase, metric: key.metric,
        instrument: key.instrument)
      #expect(again == key && again.hashValue == key.hashValue)
    }
  }

  @Test("Suite and cell come before the measure")
  func order() {
    let last = Self.all[Self.all.count - 1]
    var longer = Self.all[0]
    longer.cell.length = 10
    var other = longer
    other.suite = "r"
    #expect([last, longer, other].sorted() == [other, last, longer])
  }

  @Test("The description names cell, phase and metric")
  func description() {
    let key = SeriesKey(
      suite: "s", cell: Self.cell, phase: .total, metric: .peakBytes, instrument: .shim)
    #expect(key.description == "delegate-filter/int/en_US/9/type total peak_bytes")
  }
}
