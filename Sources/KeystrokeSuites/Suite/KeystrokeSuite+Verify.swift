import BenchmarkModel

extension KeystrokeSuite {
  /// The cells of the matrix and of the traces; a test takes them as its arguments.
  ///
  /// ```swift
  /// @Test(arguments: suite.cells)
  /// func everyKeyIsRight(_ cell: Cell) throws { try suite.verify(cell) }
  /// ```
  public var cells: [Cell] { cells(matching: CellFilter()) }

  /// Types the sessions of a cell and judges text, value and caret after every keystroke, as `keystroke-bench verify`
  /// does.
  ///
  /// - Parameters:
  ///   - cell: one of ``cells``, or another one of the suite's strategies.
  ///   - seed: the seed of the scripts; nil for that of `keystroke-bench`.
  /// - Throws: ``WrongCell`` with the first wrong keystroke; `SuiteError` if the suite has no such cell.
  public func verify(_ cell: Cell, seed: UInt64? = nil) throws {
    let sessions = try fieldSessions(of: cell, seed: seed ?? DefaultSeed.value)
    let judgement = CellJudgement(sessions.map { ($0.judgement, $0.mismatch) })
    if let mismatch = judgement.mismatch { throw WrongCell(CellMismatch(name, cell, mismatch)) }
  }
}

/// A cell with a wrong keystroke.
public struct WrongCell: Error, Hashable, CustomStringConvertible {
  /// The expected text, the one that was left, and the first wrong keystroke.
  public let wrongText: CellMismatch

  init(_ wrongText: CellMismatch) { self.wrongText = wrongText }

  /// The cell and the keystroke, with the texts before and after it, `|` at the caret.
  public var description: String { "\(wrongText.cell): \(VisibleText.difference(wrongText))" }
}
