import BenchmarkModel

/// The cells that share one part of their ids, or all cells.
package struct CellGroup: Hashable, Sendable {
  /// The part that the cells share; nil for all cells.
  package let part: Cell.Part?
  /// The name that the cells have in that part; empty for all cells.
  package let name: String
  /// True for those of its cells that were timed in rounds of their own, after the cells whose instructions changed.
  package let isRest: Bool

  /// The cells that share a part with a cell; all cells without either.
  package init(_ part: Cell.Part? = nil, of cell: Cell? = nil, isRest: Bool = false) {
    self.part = part
    self.isRest = isRest
    name = part.flatMap { part in cell.map { $0[part] } } ?? ""
  }

  /// The strategy, if that is what the cells share.
  package var strategy: String? { part == .strategy ? name : nil }

  /// The name of the group at the beginning of a sentence.
  var words: String {
    let cells =
      switch part {
      case nil: "all cells"
      case .length: "length \(name)"
      case .script: "script \(name)"
      case .strategy, .value, .locale: name
      }
    return isRest ? "\(cells) (those timed last)" : cells
  }

  /// Returns true if a cell belongs to the group.
  func contains(_ cell: Cell) -> Bool { part.map { cell[$0] == name } ?? true }

  /// The groups of at least two of the given cells, without those that equal a larger group.
  ///
  /// If all cells have one strategy, the group of all cells is that of the strategy: it has a verdict of its own, and
  /// is named.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - isRest: true if other cells were timed before them.
  /// - Returns: the groups and their members, all cells first, then by part and name.
  static func groups(
    of cells: [Cell], isRest: Bool
  ) -> [(group: CellGroup, members: [Cell])] {
    let isSole = Set(cells.map(\.strategy)).count == 1
    let all = CellGroup(isSole ? .strategy : nil, of: cells.first, isRest: isRest)
    var groups = [(group: all, members: cells)]
    for part in Cell.Part.allCases {
      let named = Dictionary(grouping: cells) { $0[part] }
      groups += named.sorted { $0.key < $1.key }
        .map { (group: CellGroup(part, of: $1[0], isRest: isRest), members: $1) }
    }
    var known: Set<[Cell]> = []
    return groups.filter { $0.members.count > 1 && known.insert($0.members).inserted }
  }
}
