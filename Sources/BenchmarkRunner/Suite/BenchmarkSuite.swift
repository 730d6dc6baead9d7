import KeystrokeWorkload
import ReformatCore

/// What a benchmark executable measures.
public protocol BenchmarkSuite {
  /// The name in the `suite` column.
  var name: String { get }

  /// The cells that a filter means, sorted; an empty filter means the default suite.
  func cells(matching filter: CellFilter) -> [Cell]

  /// The sessions of a cell, recorded and checked, ready to be replayed.
  ///
  /// - Throws: ``SuiteError`` where the suite has no such cell.
  func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession]
}

/// One session of a cell, which can be replayed from a fresh start as often as needed.
public protocol MeasurableSession {
  /// How many keystrokes it has.
  var keystrokeCount: Int { get }

  /// What is wrong with the text or value that it leaves, or nil.
  var mismatch: Mismatch? { get }

  /// What the session is known to cost a keystroke, where it was made to cost just that.
  var knownCost: KnownCost? { get }

  /// A fresh subject, which tells `phases` what it is doing.
  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject
}

/// What is given the keystrokes of a session, one after the other.
public protocol MeasurableSubject: AnyObject {
  /// The keystroke with this index; the indices come in order, from 0.
  func press(_ index: Int)

  /// Emissions, refreshes and dropped actions so far, or nil where nothing counts them.
  var updates: UpdateTotals? { get }
}

/// What a subject has done since it was made.
public struct UpdateTotals: Sendable {
  /// Published properties that announced a write.
  public var emissions: Int
  /// Bodies evaluated.
  public var refreshes: Int
  /// onChange actions dropped because an update had run two already.
  public var droppedActions: Int

  /// The totals.
  public init(emissions: Int, refreshes: Int, droppedActions: Int = 0) {
    self.emissions = emissions
    self.refreshes = refreshes
    self.droppedActions = droppedActions
  }
}

/// A cell that cannot be measured.
public struct SuiteError: Error, CustomStringConvertible {
  /// What is wrong, naming the cell.
  public var description: String

  /// An error that says this.
  public init(_ description: String) { self.description = description }
}
