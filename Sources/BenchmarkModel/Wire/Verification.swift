/// What came of checking cells against the oracle.
public struct Verification: Codable, Equatable, Sendable {
  /// How many cells of a strategy were right and wrong.
  public struct Tally: Codable, Equatable, Sendable {
    /// Cells without a wrong keystroke.
    public var ok = 0
    /// Cells with a wrong text, value or caret.
    public var wrong = 0
    /// Cells that nothing was expected of.
    public var unchecked = 0

    /// Nothing was checked yet.
    public init() {}

    /// Adds up two tallies.
    public static func += (a: inout Tally, b: Tally) {
      a.ok += b.ok
      a.wrong += b.wrong
      a.unchecked += b.unchecked
    }
  }

  /// By strategy.
  public var tallies: [String: Tally] = [:]
  /// Wrong cells with the first text of each that is wrong; not all where there were too many.
  public var wrongTexts: [WrongText] = []

  /// Nothing was checked yet.
  public init() {}

  /// All strategies together.
  public var total: Tally { tallies.values.reduce(into: Tally()) { $0 += $1 } }

  /// Wrong cells that are counted, but not among ``wrongTexts``.
  public var unlisted: Int { total.wrong - wrongTexts.count }

  /// Adds what came of other cells.
  public mutating func add(_ other: Verification) {
    for (strategy, tally) in other.tallies { tallies[strategy, default: Tally()] += tally }
    wrongTexts += other.wrongTexts
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
