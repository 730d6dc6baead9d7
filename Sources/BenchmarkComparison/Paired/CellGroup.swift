import KeystrokeWorkload

/// Cells that have a part of their id in common, or all of them.
package struct CellGroup: Hashable, Sendable {
  /// The part of an id that cells may have in common.
  package enum Part: String, CaseIterable, Sendable {
    case strategy, value, locale, length, script

    /// What a cell has there.
    package func name(in cell: Cell) -> String {
      switch self {
      case .strategy: cell.strategy
      case .value: cell.value
      case .locale: cell.locale
      case .length: String(cell.length)
      case .script: cell.script
      }
    }
  }

  /// The part; nil for all cells.
  package var part: Part?
  /// What is there; empty for all cells.
  package var name: String

  /// The cells that have this there.
  package init(part: Part?, name: String) {
    self.part = part
    self.name = name
  }

  /// How a sentence begins that is about the group.
  package var title: String {
    switch part {
    case nil: "all cells"
    case .strategy: name
    case .length: "length \(name)"
    case .script: "script \(name)"
    case .value, .locale: name
    }
  }

  /// The groups of two and more of some cells, without those that are equal to a larger one.
  ///
  /// - Returns: the groups and their members, all cells first, then by part and name.
  static func groups(of cells: [Cell]) -> [(group: CellGroup, members: [Cell])] {
    var groups = [(CellGroup(part: nil, name: ""), cells)]
    for part in Part.allCases {
      let named = Dictionary(grouping: cells) { part.name(in: $0) }
      groups += named.sorted { $0.key < $1.key }.map { (CellGroup(part: part, name: $0), $1) }
    }
    var known: Set<[Cell]> = []
    return groups.filter { $0.1.count > 1 && known.insert($0.1).inserted }
      .map { (group: $0.0, members: $0.1) }
  }
}
