import BenchmarkModel
import ReformatCore

/// What a benchmark executable measures.
public protocol BenchmarkSuite {
  /// The name in the `suite` column.
  var name: String { get }

  /// The cells that a filter means, sorted; an empty filter means the default suite.
  func cells(matching filter: CellFilter) -> [Cell]

  /// The locales of those cells, sorted; where there may be millions of cells, without writing them out.
  func locales(matching filter: CellFilter) -> [String]

  /// Those of the cells that are of one locale, sorted.
  func cells(matching filter: CellFilter, in locale: String) -> [Cell]

  /// What a filter names that there is not, with the hint; nil where there is nothing to say.
  func problem(with filter: CellFilter) -> String?

  /// What its strategies promise to leave in a field, by name; empty where nothing is typed into any.
  var promises: [String: Promise] { get }

  /// Whether threads of a library may end in the process while it measures.
  ///
  /// What they had freed keeps the C library's mark, and whoever frees it next pays for a search; so under valgrind
  /// that search is kept short.
  var endsThreads: Bool { get }

  /// The strategies that edit cases can be replayed with; empty where there are none.
  var replayed: [String] { get }

  /// The edits of a trace as an edit case.
  ///
  /// - Throws: ``SuiteError`` with file and line if the text is no trace.
  func editCase(trace text: String, file: String) throws -> EditCase

  /// Makes the edits of each case in a fresh field of a strategy.
  ///
  /// - Parameters:
  ///   - cases: the cases.
  ///   - strategy: one of ``replayed``.
  ///   - locales: where a strategy knows only how locales write numbers, the locales to look among.
  /// - Returns: what was left, case by case.
  /// - Throws: ``SuiteError`` where there is no such strategy or locale.
  func replay(_ cases: [EditCase], strategy: String, locales: [String]) throws -> [EditCaseOutcome]

  /// Plays drawn sessions with one of ``replayed``, and judges each keystroke.
  ///
  /// - Throws: ``SuiteError`` if there is no such strategy, locale or kind of value.
  func hunt(_ request: HuntRequest) throws -> Hunted

  /// The sessions of a cell, recorded and checked, ready to be replayed.
  ///
  /// - Throws: ``SuiteError`` where the suite has no such cell.
  func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession]

  /// What is played before workers that count instructions are forked; the sessions of the cell by default.
  ///
  /// Another suite than one of plain code must not play what a forked process cannot share, such as a connection.
  func forkableSessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession]
}

extension BenchmarkSuite {
  /// The locales of the cells that a filter means.
  public func locales(matching filter: CellFilter) -> [String] {
    Set(cells(matching: filter).map(\.locale)).sorted()
  }

  /// The cells of one locale among those that a filter means.
  public func cells(matching filter: CellFilter, in locale: String) -> [Cell] {
    cells(matching: filter).filter { $0.locale == locale }
  }

  /// The same.
  public func forkableSessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    try sessions(of: cell, seed: seed)
  }

  /// Nothing to say.
  public func problem(with filter: CellFilter) -> String? { nil }

  /// None.
  public var promises: [String: Promise] { [:] }

  /// None do.
  public var endsThreads: Bool { false }

  /// None.
  public var replayed: [String] { [] }

  /// Reads none.
  public func editCase(trace text: String, file: String) throws -> EditCase {
    throw SuiteError("\(name) replays no traces")
  }

  /// Hunts in none.
  public func hunt(_ request: HuntRequest) throws -> Hunted {
    throw SuiteError("\(name) has no strategies to hunt in")
  }

  /// Replays none.
  public func replay(_ cases: [EditCase], strategy: String, locales: [String]) throws
    -> [EditCaseOutcome]
  { throw SuiteError("\(name) replays no edit cases") }
}

/// One session of a cell, which can be replayed from a fresh start as often as needed.
public protocol MeasurableSession {
  /// How many keystrokes it has.
  var keystrokeCount: Int { get }

  /// What is wrong with the text or value that it leaves, or nil.
  var mismatch: Mismatch? { get }

  /// The judgement of each keystroke; nil if keystrokes are not judged. Found anew each time, so never asked while
  /// something is measured.
  var judgement: SessionJudgement? { get }

  /// Whether what it leaves was checked at all; without that no mismatch says nothing.
  var isChecked: Bool { get }

  /// What the session is known to cost per keystroke, where it was made to cost just that.
  var knownCost: KnownCost? { get }

  /// A fresh subject, which tells `phases` what it is doing.
  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject
}

extension MeasurableSession {
  /// It was.
  public var isChecked: Bool { true }

  /// Its keystrokes are not judged.
  public var judgement: SessionJudgement? { nil }
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
  /// What else is counted of it, by metric.
  public var others: [Metric: Int]

  /// The totals.
  public init(
    emissions: Int, refreshes: Int, droppedActions: Int = 0, others: [Metric: Int] = [:]
  ) {
    self.emissions = emissions
    self.refreshes = refreshes
    self.droppedActions = droppedActions
    self.others = others
  }
}

/// A cell that cannot be measured.
public struct SuiteError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, naming the cell.
  public var description: String

  /// An error that says this.
  public init(_ description: String) { self.description = description }
}
