/// The result of checking cells against the oracle.
public struct Verification: Codable, Equatable, Sendable {
  /// The numbers of right and wrong cells of a strategy.
  public struct Tally: Codable, Equatable, Sendable {
    /// Cells without a wrong keystroke.
    public var ok = 0
    /// Cells with a wrong text, value or caret.
    public var wrong = 0
    /// Cells without an expected result.
    public var unchecked = 0
    /// Keystrokes that were judged; nil if the worker does not count them.
    public var judged: Int?
    /// Keystrokes about which the rule of a custom kind tells neither text nor value.
    public var untold: Int?
    /// Keystrokes that were taken for what somebody else means by them; nil if the worker does not count them.
    public var ambiguous: Int?

    /// Makes an empty tally.
    public init() {}

    /// Adds up two tallies.
    public static func += (a: inout Tally, b: Tally) {
      a.ok += b.ok
      a.wrong += b.wrong
      a.unchecked += b.unchecked
      if let judged = b.judged { a.judged = (a.judged ?? 0) + judged }
      if let untold = b.untold { a.untold = (a.untold ?? 0) + untold }
      if let ambiguous = b.ambiguous { a.ambiguous = (a.ambiguous ?? 0) + ambiguous }
    }
  }

  /// The tallies by strategy.
  public var tallies: [String: Tally] = [:]
  /// Wrong cells with the first wrong text of each; incomplete if there were too many.
  public var wrongTexts: [CellMismatch] = []
  /// The number of cells that matched each of the request's patterns; nil if it had none.
  public var matched: [Int]?

  /// Makes an empty result.
  public init() {}

  /// The tally of all strategies together.
  public var total: Tally { tallies.values.reduce(into: Tally()) { $0 += $1 } }

  /// The number of wrong cells that are not among ``wrongTexts``.
  public var unlisted: Int { total.wrong - wrongTexts.count }

  /// Adds the result of other cells.
  public mutating func add(_ other: Verification) {
    for (strategy, tally) in other.tallies { tallies[strategy, default: Tally()] += tally }
    wrongTexts += other.wrongTexts
    if let others = other.matched { matched = matched.map { zip($0, others).map(+) } ?? others }
  }

  /// Puts the wrong cells in the order of tables.
  public mutating func sort() {
    let keyed = wrongTexts.map { (cell: Cell(id: $0.cell), text: $0) }
    wrongTexts = keyed.sorted { a, b in
      guard let first = a.cell, let second = b.cell else { return a.text.cell < b.text.cell }
      return first < second
    }.map(\.text)
  }
}
