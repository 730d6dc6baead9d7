import BenchmarkModel
import BenchmarkResults

/// A change for the worse, or wrong cells, that a team accepts until a day: an `[[accept]]` of the thresholds.
///
/// An entry only ever accepts. One that is expired, or that nothing needs, is noted and fails no gate.
package struct Acceptance: Equatable, Sendable {
  /// The most that an entry accepts.
  package enum Limit: Equatable, Sendable {
    /// Each figure of an exact metric may be worse by the larger of an amount in the metric's unit and a share of the
    /// baseline.
    case change(absolute: Double, relative: Double)
    /// This number of keystrokes of a cell may be wrong, in all its sessions together.
    case wrong(keystrokes: Int)
  }

  /// Something that fails unless an entry accepts it.
  package enum Fault {
    /// These figures of an exact metric got worse.
    case change(SeriesKey, [Worsening])
    /// Keystrokes of a cell are wrong.
    case wrong(Cell, keystrokes: Int)

    /// A wrong cell; one of which only the end was judged has one wrong keystroke.
    package init?(_ wrong: CellMismatch) {
      guard let cell = Cell(id: wrong.cell) else { return nil }
      self = .wrong(cell, keystrokes: max(1, wrong.counts?.keystrokes ?? 1))
    }
  }

  /// The reason why an entry does not accept a fault that it is about.
  package enum Excess: Equatable, Sendable {
    /// This figure got worse by more; of several, the one that did so most.
    case figure(Worsening)
    /// More keystrokes are wrong.
    case keystrokes(Int, most: Int)
  }

  /// The figures that it is about; of wrong cells, `wrong_keystrokes`.
  package var scope: SeriesScope
  /// The most that it accepts.
  package var limit: Limit
  /// The reason why it is accepted.
  package var reason: String
  /// The last day on which it holds, in UTC.
  package var until: Day
  /// The position of its header, such as `thresholds.toml:12`.
  package var place: String

  /// Makes an acceptance of its parts.
  package init(
    _ scope: SeriesScope, limit: Limit, reason: String, until: Day, place: String
  ) {
    self.scope = scope
    self.limit = limit
    self.reason = reason
    self.until = until
    self.place = place
  }

  /// True if it accepts wrong cells.
  package var isOfWrongCells: Bool { if case .wrong = limit { true } else { false } }

  /// True if it is about a fault, however large that is.
  func covers(_ fault: Fault) -> Bool {
    switch fault {
    case .change(let series, _): !isOfWrongCells && scope.covers(series)
    case .wrong(let cell, _): isOfWrongCells && scope.covers(cell)
    }
  }

  /// The reason why it does not accept a fault that it covers; nil if it does.
  func excess(of fault: Fault) -> Excess? {
    switch (limit, fault) {
    case (.change(let absolute, let relative), .change(_, let figures)):
      // A share such as 0.29 is not exact in binary.
      figures.filter { $0.size > max(absolute, relative * $0.before) * (1 + 1e-9) }
        .max { $0.size < $1.size }.map(Excess.figure)
    case (.wrong(let most), .wrong(_, let keystrokes)):
      keystrokes > most ? .keystrokes(keystrokes, most: most) : nil
    default: nil
    }
  }

  /// The note on it if it is expired, or if its cells were compared and nothing needed it; nil otherwise.
  package func note(wasCompared: Bool, isNeeded: Bool, on day: Day) -> ComparisonNote? {
    if until < day { return .expired(self) }
    return wasCompared && !isNeeded ? .unused(self) : nil
  }
}

extension [Acceptance] {
  /// Decides on a fault: the first entry that accepts it on a day, or else the first that is about it.
  ///
  /// - Returns: The entry, and the reason if it does not accept the fault; nil if no entry is about it.
  package func decide(
    on fault: Acceptance.Fault, _ day: Day
  ) -> (entry: Acceptance, excess: Acceptance.Excess?)? {
    let about = filter { day <= $0.until && $0.covers(fault) }.map { ($0, $0.excess(of: fault)) }
    return about.first { $0.1 == nil } ?? about.first
  }
}
