import KeystrokeWorkload

/// A figure of one phase of one cell on both sides of a lock-step comparison.
public struct PairedFigure: Equatable, Sendable {
  /// The cell.
  public var cell: Cell
  /// The phase.
  public var phase: RowPhase
  /// The baseline's figure.
  public var baseline: Double
  /// The candidate's.
  public var candidate: Double

  /// A pair of figures.
  public init(cell: Cell, phase: RowPhase, baseline: Double, candidate: Double) {
    self.cell = cell
    self.phase = phase
    self.baseline = baseline
    self.candidate = candidate
  }
}
