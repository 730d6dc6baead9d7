/// The cost of a body by construction, so that an instrument can be checked against it.
public struct KnownCost: Sendable, Hashable, Codable {
  /// Allocations per call.
  public var allocations: Int?
  /// Requested bytes per call.
  public var bytes: Int?
  /// The cost as a multiple of a call of the suite's unit body.
  public var timesUnit: Double?

  /// Makes a cost of the known figures; the others are nil.
  public init(allocations: Int? = nil, bytes: Int? = nil, timesUnit: Double? = nil) {
    self.allocations = allocations
    self.bytes = bytes
    self.timesUnit = timesUnit
  }
}

/// Cells of plain bodies, which are called as if they were keystrokes.
package enum BodyCell {
  /// The number of calls of a session; the first counts as a first keystroke.
  package static let callsASession = 32

  /// The cell of a body: `spin-2/none/none/1/call`.
  package static func named(_ name: String) -> Cell {
    Cell(strategy: name, value: "none", locale: "none", length: 1, script: "call")
  }
}
