import BenchmarkModel
import ReformatCore

/// The cells that a benchmark executable measures.
public protocol BenchmarkSuite {
  /// The name in the `suite` column.
  var name: String { get }

  /// The cells that match a filter, sorted; an empty filter means the default suite.
  func cells(matching filter: CellFilter) -> [Cell]

  /// The locales of those cells, sorted; if there may be millions of cells, without making a list of them.
  func locales(matching filter: CellFilter) -> [String]

  /// The cells of one locale among them, sorted.
  func cells(matching filter: CellFilter, in locale: String) -> [Cell]

  /// The problem with a filter, such as a name that the suite lacks, as an error with a hint; nil if there is none.
  func problem(with filter: CellFilter) -> String?

  /// The promises of its strategies about the text in a field, by name; empty if nothing is typed into a field.
  var promises: [String: Promise] { get }

  /// The metrics that its strategies define themselves; sessions say which of them they report.
  var metrics: [OwnMetric] { get }

  /// The strategies that the suite is about, if it also lists others beside them to compare with; a report shows them
  /// first.
  var ownStrategies: Set<String> { get }

  /// The suite without some of its own strategies.
  func leavingOut(_ strategies: Set<String>) -> Self

  /// True if threads of a library may end in the process while it measures.
  ///
  /// The blocks that they had freed keep the C library's mark, and the next free of such a block pays for a search; so
  /// under valgrind that search is kept short.
  var endsThreads: Bool { get }

  /// The strategies that edit cases can be replayed with; empty if there are none.
  var replayed: [String] { get }

  /// Makes the edits of each case in a fresh field of a strategy.
  ///
  /// - Parameters:
  ///   - cases: the cases.
  ///   - strategy: one of ``replayed``.
  ///   - locales: the locales to look among, if a strategy knows only how locales write numbers.
  /// - Returns: the outcome of each case.
  /// - Throws: `SuiteError` if there is no such strategy or locale.
  func replay(_ cases: [EditCase], strategy: String, locales: [String]) throws -> [EditCaseOutcome]

  /// Plays random sessions with one of ``replayed``, and judges each keystroke.
  ///
  /// - Throws: `SuiteError` if there is no such strategy, locale or kind of value.
  func hunt(_ request: HuntRequest) throws -> Hunted

  /// The sessions of a cell, recorded and checked, ready to be replayed.
  ///
  /// - Throws: `SuiteError` if the suite has no such cell.
  func sessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession]

  /// The sessions that are played before workers that count instructions are forked; by default those of the cell.
  ///
  /// Override this if sessions hold resources that cannot be shared across fork(), such as a connection.
  func forkableSessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession]
}

extension BenchmarkSuite {
  /// The locales of the cells that match a filter.
  public func locales(matching filter: CellFilter) -> [String] {
    Set(cells(matching: filter).map(\.locale)).sorted()
  }

  /// The cells of one locale among those that match a filter.
  public func cells(matching filter: CellFilter, in locale: String) -> [Cell] {
    cells(matching: filter).filter { $0.locale == locale }
  }

  /// The sessions of the cell.
  public func forkableSessions(of cell: Cell, seed: UInt64) throws -> [any MeasurableSession] {
    try sessions(of: cell, seed: seed)
  }

  /// No problem.
  public func problem(with filter: CellFilter) -> String? { nil }

  /// No promises.
  public var promises: [String: Promise] { [:] }

  /// No metrics.
  public var metrics: [OwnMetric] { [] }

  /// None: all strategies are alike.
  public var ownStrategies: Set<String> { [] }

  /// The suite itself: it has none of its own.
  public func leavingOut(_ strategies: Set<String>) -> Self { self }

  /// False.
  public var endsThreads: Bool { false }

  /// No strategies.
  public var replayed: [String] { [] }

  /// Throws, since there is no strategy to hunt in.
  public func hunt(_ request: HuntRequest) throws -> Hunted {
    throw SuiteError("\(name) has no strategies to hunt in; name a suite of fields")
  }

  /// Throws, since no edit cases are replayed.
  public func replay(_ cases: [EditCase], strategy: String, locales: [String]) throws
    -> [EditCaseOutcome]
  { throw SuiteError("\(name) replays no edit cases; name a suite of fields") }
}

/// One session of a cell, which can be replayed from a fresh start as often as needed.
public protocol MeasurableSession {
  /// The number of keystrokes.
  var keystrokeCount: Int { get }

  /// The fault of the text or value that the session leaves; nil if there is none.
  var mismatch: Mismatch? { get }

  /// The judgement of each keystroke; nil if keystrokes are not judged.
  ///
  /// It is computed at each call, so it is never used during a measurement.
  var judgement: SessionJudgement? { get }

  /// True if the result of the session was checked; otherwise a missing mismatch says nothing.
  var isChecked: Bool { get }

  /// Makes what a fresh subject presses its keys in, such as a field, without the harness around it.
  ///
  /// - Returns: nil if there is nothing whose making could be measured.
  func makeBare() -> AnyObject?

  /// The metrics that its subjects report to the marker themselves.
  var metrics: [OwnMetric] { get }

  /// The indices of the keystrokes before which a subject has something to prepare, ascending.
  var preparedKeystrokes: [Int] { get }

  /// Makes a fresh subject, which reports its phases to `phases`.
  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject
}

extension MeasurableSession {
  /// True: it was checked.
  public var isChecked: Bool { true }

  /// Nil: nothing is made.
  public func makeBare() -> AnyObject? { nil }

  /// Nil: its keystrokes are not judged.
  public var judgement: SessionJudgement? { nil }

  /// No metrics.
  public var metrics: [OwnMetric] { [] }

  /// None.
  public var preparedKeystrokes: [Int] { [] }
}

/// The receiver of the keystrokes of a session, one after the other.
public protocol MeasurableSubject: AnyObject {
  /// Does what its user does before the keystroke with this index, such as a tap that moves the caret.
  ///
  /// It is called before each keystroke, and is part of none: no instrument measures it.
  func prepare(_ index: Int)

  /// Presses the keystroke with this index; the indices come in order, from 0.
  func press(_ index: Int)

  /// Emissions, refreshes and dropped actions so far; nil if nothing counts them.
  var updates: UpdateTotals? { get }
}

extension MeasurableSubject {
  /// Does nothing.
  public func prepare(_ index: Int) {}
}

/// The counts of a subject since it was made.
public struct UpdateTotals: Sendable {
  /// Published properties that announced a write.
  public var emissions: Int
  /// Bodies evaluated.
  public var refreshes: Int
  /// onChange actions that were dropped because an update had already run two.
  public var droppedActions: Int
  /// Other counts, by metric.
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
