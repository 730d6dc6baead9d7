import BenchmarkModel
import BenchmarkResults

/// Cells that are known to be wrong and accepted with a reason, so that all others gate.
package struct AcceptedCells: Equatable, Sendable {
  /// A part of a field that is wrong after a keystroke.
  package enum Fault: String, CaseIterable, Sendable {
    case text, value, caret
  }

  /// The reason why a wrong cell is not accepted although it is covered.
  package enum Excess: Equatable, Sendable {
    /// The last day is over.
    case expired(Day)
    /// Keystrokes are wrong in a way that is not accepted.
    case other(Fault, keystrokes: Int)
    /// More keystrokes are wrong than accepted.
    case more(keystrokes: Int)
  }

  /// The ids of cells, or globs as in fnmatch(3).
  package var cells: [String]
  /// The faults that are accepted in them.
  package var what: [Fault]
  /// The most wrong keystrokes of a cell, in all its sessions together.
  package var keystrokes: Int
  /// The reason.
  package var reason: String
  /// The place where the fault is tracked; nil if none is named.
  package var issue: String?
  /// The last day on which it holds, in UTC; nil for no end.
  package var expires: Day?
  /// The file that contains it, as the caller named it.
  package var file: String
  /// The line of its header.
  package var line: Int?

  /// The position in its file, such as `thresholds.toml:12`.
  package var place: String { line.map { "\(file):\($0)" } ?? file }

  /// True if it is about a cell.
  package func covers(_ id: String) -> Bool { cells.contains { Glob($0).matches(id) } }

  /// The reason why it does not accept a wrong cell; nil if it does.
  ///
  /// A run of an earlier version does not say how many keystrokes are wrong: then any number is accepted.
  func excess(of wrong: CellMismatch, on day: Day) -> Excess? {
    if let expires, expires < day { return .expired(expires) }
    guard let counts = wrong.counts else { return nil }
    for fault in Fault.allCases where !what.contains(fault) && counts[fault] > 0 {
      return .other(fault, keystrokes: counts[fault])
    }
    return counts.keystrokes > keystrokes ? .more(keystrokes: counts.keystrokes) : nil
  }
}

extension WrongCounts {
  package subscript(fault: AcceptedCells.Fault) -> Int {
    switch fault {
    case .text: text
    case .value: value
    case .caret: caret
    }
  }
}

/// The wrong cells of a run or a verification, and what a file of thresholds says of them.
package struct AcceptedReview: Sendable {
  /// A glob of an entry.
  package struct Pattern: Sendable {
    package let entry: AcceptedCells
    package let cells: String
  }

  /// The entries that accept cells, each with the ids of those.
  package private(set) var accepted: [(entry: AcceptedCells, cells: [String])]
  /// The cells that are wrong in another way than accepted, by id.
  package private(set) var exceeding: [String: (entry: AcceptedCells, excess: AcceptedCells.Excess)]
  /// The wrong cells that are not accepted.
  package private(set) var failing: [CellMismatch] = []
  /// The patterns whose cells are all right again.
  package let right: [Pattern]
  /// The patterns that match no cell.
  package let unmatched: [Pattern]

  /// Reviews wrong cells.
  ///
  /// - Parameters:
  ///   - wrong: all wrong cells.
  ///   - entries: the entries of a file.
  ///   - matched: the number of cells, right or wrong, that a pattern matches.
  ///   - day: the present day.
  package init(
    _ wrong: [CellMismatch], by entries: [AcceptedCells], matched: (String) -> Int,
    on day: Day = .today
  ) {
    var cells = entries.map { _ in [String]() }
    exceeding = [:]
    for text in wrong {
      let about = entries.indices.filter { entries[$0].covers(text.cell) }
      if let accepting = about.first(where: { entries[$0].excess(of: text, on: day) == nil }) {
        cells[accepting].append(text.cell)
        continue
      }
      failing.append(text)
      if let first = about.first, let excess = entries[first].excess(of: text, on: day) {
        exceeding[text.cell] = (entries[first], excess)
      }
    }
    accepted = zip(entries, cells).filter { !$0.1.isEmpty }.map { ($0, $1) }
    let patterns = entries.flatMap { entry in
      entry.cells.map { Pattern(entry: entry, cells: $0) }
    }
    let found = patterns.map { matched($0.cells) }
    unmatched = zip(patterns, found).filter { $0.1 == 0 }.map(\.0)
    right = zip(patterns, found).filter { pattern, count in
      count > 0 && !wrong.contains { Glob(pattern.cells).matches($0.cell) }
    }.map(\.0)
  }
}
