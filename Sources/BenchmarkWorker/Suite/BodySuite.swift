import BenchmarkModel
import ReformatCore

/// Plain bodies, each called as if it were a keystroke.
///
/// A body's cell is its name, without value and locale: `spin-2/none/none/1/call`.
public struct BodySuite: BenchmarkSuite {
  /// The name in the `suite` column.
  public let name: String
  private let bodies: [Body]

  /// One body.
  public struct Body {
    /// Its name, in the place of a strategy.
    public var name: String
    /// The cost of a call by construction.
    public var known: KnownCost?
    /// The body; the optimiser must not be able to see through it.
    public var call: () -> Void

    /// A body of known or unknown cost.
    public init(_ name: String, known: KnownCost? = nil, call: @escaping () -> Void) {
      self.name = name
      self.known = known
      self.call = call
    }
  }

  /// A suite of these bodies.
  public init(name: String, bodies: [Body]) {
    self.name = name
    self.bodies = bodies
  }

  /// The bodies that match a filter.
  public func cells(matching filter: CellFilter) -> [Cell] {
    bodies.map(Self.cell).filter(filter.matches).sorted()
  }

  /// One session of repeated calls.
  public func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    guard let body = bodies.first(where: { Self.cell($0) == cell }) else {
      throw SuiteError.noCell(cell, of: name)
    }
    return [BodySession(body: body)]
  }

  private static func cell(_ body: Body) -> Cell { BodyCell.named(body.name) }
}

private struct BodySession: MeasurableSession {
  let body: BodySuite.Body

  var keystrokeCount: Int { BodyCell.callsASession }
  var mismatch: Mismatch? { nil }
  var isChecked: Bool { false }
  var knownCost: KnownCost? { body.known }
  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject { BodySubject(call: body.call) }
}

private final class BodySubject: MeasurableSubject {
  private let call: () -> Void

  init(call: @escaping () -> Void) { self.call = call }

  func press(_ index: Int) { call() }
  var updates: UpdateTotals? { nil }
}
