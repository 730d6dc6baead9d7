import BenchmarkModel

/// Cells that share parts of their ids; a part that is nil is any, and without any it is all cells.
package struct SharedParts: Hashable, Sendable {
  /// Lengths that belong together.
  package enum Lengths: Hashable, Sendable {
    case only(Int)
    case from(Int)

    func contains(_ length: Int) -> Bool {
      switch self {
      case .only(let own): length == own
      case .from(let least): length >= least
      }
    }
  }

  package var strategy: String?
  package var value: String?
  package var locale: String?
  package var lengths: Lengths?
  package var script: String?

  /// The cells that share one part with a cell; all cells for nil.
  package init(_ part: Cell.Part? = nil, of cell: Cell? = nil) {
    switch part {
    case .strategy: strategy = cell?.strategy
    case .value: value = cell?.value
    case .locale: locale = cell?.locale
    case .length: lengths = (cell?.length).map(Lengths.only)
    case .script: script = cell?.script
    case nil: break
    }
  }

  /// The name in a part; of a range of lengths the least.
  package subscript(part: Cell.Part) -> String? {
    switch part {
    case .strategy: strategy
    case .value: value
    case .locale: locale
    case .length:
      switch lengths {
      case .only(let length), .from(let length): String(length)
      case nil: nil
      }
    case .script: script
    }
  }

  /// The parts that are named, in the order of ids.
  package var named: [Cell.Part] { Cell.Part.allCases.filter { self[$0] != nil } }

  /// Whether a cell belongs to it.
  func contains(_ cell: Cell) -> Bool {
    (strategy ?? cell.strategy) == cell.strategy && (value ?? cell.value) == cell.value
      && (locale ?? cell.locale) == cell.locale && (script ?? cell.script) == cell.script
      && (lengths?.contains(cell.length) ?? true)
  }

  /// Puts groups that explain as much in one order: by what they name, then by the names.
  var order: String {
    named.map { part in
      let rank =
        switch part {
        case .locale: 1
        case .strategy: 2
        case .length: if case .from = lengths { 0 } else { 3 }
        case .script: 4
        case .value: 5
        }
      return "\(rank) \(self[part] ?? "")"
    }.joined(separator: " ")
  }

  /// The groups of two and more of some cells that share one part, without those that are equal to a larger one.
  ///
  /// All cells are those of a strategy where there is no other: it has a verdict of its own, and is named.
  ///
  /// - Returns: the groups and their members, all cells first, then by part and name.
  static func groups(of cells: [Cell]) -> [(group: SharedParts, members: [Cell])] {
    let isSole = Set(cells.map(\.strategy)).count == 1
    let all = SharedParts(isSole ? .strategy : nil, of: cells.first)
    var groups = [(group: all, members: cells)]
    for part in Cell.Part.allCases {
      let named = Dictionary(grouping: cells) { $0[part] }
      groups += named.sorted { $0.key < $1.key }
        .map { (group: SharedParts(part, of: $1[0]), members: $1) }
    }
    var known: Set<[Cell]> = []
    return groups.filter { $0.members.count > 1 && known.insert($0.members).inserted }
  }
}
