import BenchmarkModel
import BenchmarkWorker
import ReformatCore

/// Plain bodies, each called as if it were a keystroke.
///
/// A body's cell is its name, without value and locale: `spin-1/none/none/1/call`.
struct BodySuite: BenchmarkSuite {
  let name: String
  let bodies: [Body]

  struct Body {
    /// Its name, in the place of a strategy.
    let name: String
    /// The body; the optimiser must not be able to see through it.
    let call: () -> Void

    init(_ name: String, call: @escaping () -> Void) {
      self.name = name
      self.call = call
    }
  }

  func cells(matching filter: CellFilter) -> [Cell] {
    bodies.map(Self.cell).filter(filter.matches).sorted()
  }

  /// One session of repeated calls.
  func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    guard let body = bodies.first(where: { Self.cell($0) == cell }) else {
      throw SuiteError.noCell(cell, of: name)
    }
    return [BodySession(call: body.call)]
  }

  private static func cell(_ body: Body) -> Cell {
    Cell(strategy: body.name, value: "none", locale: "none", length: 1, script: "call")
  }
}

private struct BodySession: MeasurableSession {
  let call: () -> Void

  /// The first call counts as a first keystroke.
  var keystrokeCount: Int { 32 }
  var mismatch: Mismatch? { nil }
  var isChecked: Bool { false }
  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject { BodySubject(call: call) }
}

private final class BodySubject: MeasurableSubject {
  private let call: () -> Void

  init(call: @escaping () -> Void) { self.call = call }

  func press(_ index: Int) { call() }
  var updates: UpdateTotals? { nil }
}
