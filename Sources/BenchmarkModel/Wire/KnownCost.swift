/// What a body costs by construction, so that an instrument can be checked against it.
public struct KnownCost: Sendable, Hashable, Codable {
  /// Allocations a call.
  public var allocations: Int?
  /// Requested bytes a call.
  public var bytes: Int?
  /// How many times the call of the suite's unit body.
  public var timesUnit: Double?

  /// The costs that are known; the others are nil.
  public init(allocations: Int? = nil, bytes: Int? = nil, timesUnit: Double? = nil) {
    self.allocations = allocations
    self.bytes = bytes
    self.timesUnit = timesUnit
  }
}

/// Cells of plain bodies, which are called as if they were keystrokes.
package enum BodyCell {
  /// How many calls a session has; the first counts as a first keystroke.
  package static let callsASession = 32

  /// The cell of a body: `spin-2/none/none/1/call`.
  package static func named(_ name: String) -> Cell {
    Cell(strategy: name, value: "none", locale: "none", length: 1, script: "call")
  }
}
