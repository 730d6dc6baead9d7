import BenchmarkModel

/// A cell, or the cells that share some parts of their ids, as a number: a search over all groups of thousands of cells
/// compares and hashes nothing else.
///
/// Each part has a field of bits with the number of its name, from 1 up; 0 in the field of a group is any. Numbers are in
/// the order of lengths, so that a range of them is a field, too, with ``isRange`` set.
struct PartsCode: Hashable {
  private var bits: UInt64 = 0

  private static let range: UInt64 = 1 << 24

  /// The number of a part's name; 0 is any.
  subscript(part: Cell.Part) -> Int {
    get { Int((bits & part.mask) >> part.shift) }
    set { bits = bits & ~part.mask | UInt64(newValue) << part.shift }
  }

  /// Whether the length is the least of those that are meant.
  var isRange: Bool { bits & Self.range != 0 }

  /// How many parts are named.
  var parts: Int { Cell.Part.allCases.count { self[$0] != 0 } }

  /// Whether a cell belongs to the group.
  func contains(_ cell: PartsCode) -> Bool {
    var mask: UInt64 = 0
    for part in Cell.Part.allCases where bits & part.mask != 0 { mask |= part.mask }
    if isRange {
      guard cell[.length] >= self[.length] else { return false }
      mask &= ~Cell.Part.length.mask
    }
    return cell.bits & mask == bits & mask
  }

  /// The groups that name one part less.
  var wider: [PartsCode] {
    Cell.Part.allCases.compactMap { part in
      guard self[part] != 0 else { return nil }
      var group = self
      group[part] = 0
      if part == .length { group.bits &= ~Self.range }
      return group
    }
  }

  /// How many parts a group may name, so that a sentence can.
  private static let mostParts = 3

  /// The fields that groups without ranges name, none first.
  private static let masks: [UInt64] = (0..<1 << Cell.Part.allCases.count)
    .filter { $0.nonzeroBitCount <= mostParts }
    .map { chosen in
      Cell.Part.allCases.enumerated().reduce(0) { mask, part in
        chosen >> part.offset & 1 == 0 ? mask : mask | part.element.mask
      }
    }

  /// Those that ranges go with: they are many, so they go with one other part at the most.
  private static let masksBesideRanges: [UInt64] =
    [0] + Cell.Part.allCases.filter { $0 != .length }.map(\.mask)

  /// Calls `body` with every group that a cell belongs to, that of all cells first.
  func forEachGroup(_ body: (PartsCode) -> Void) {
    for mask in Self.masks { body(PartsCode(bits: bits & mask)) }
    guard self[.length] > 1 else { return }
    // The least length is no beginning of a range.
    for least in 2...self[.length] {
      for mask in Self.masksBesideRanges {
        var group = PartsCode(bits: bits & mask | Self.range)
        group[.length] = least
        body(group)
      }
    }
  }
}

extension PartsCode {
  /// How many groups there are that any of several cells belongs to.
  static func groups(of cells: [PartsCode]) -> Int {
    let plain = masks.map { mask in Set(cells.lazy.map { $0.bits & mask }).count }
    // Such a group has a range from each length but the least up to its longest cell.
    let ranges = masksBesideRanges.map { mask in
      Dictionary(cells.lazy.map { ($0.bits & mask, $0[.length] - 1) }, uniquingKeysWith: max)
        .values.reduce(0, +)
    }
    return (plain + ranges).reduce(0, +)
  }
}

/// The numbers of the names in several cells.
struct PartsNumbers {
  private var numbers: [Cell.Part: [String: Int]] = [:]
  private var names: [Cell.Part: [String]] = [:]

  /// Numbers the names; nil where there are more than a field can hold.
  init?(_ cells: some Collection<Cell>) {
    for part in Cell.Part.allCases {
      let all = Set(cells.map { $0[part] })
      guard all.count <= part.most else { return nil }
      let sorted = part == .length ? all.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) } : all.sorted()
      names[part] = sorted
      numbers[part] = Dictionary(uniqueKeysWithValues: zip(sorted, 1...))
    }
  }

  /// A cell as a number; each of its names must be known.
  subscript(cell: Cell) -> PartsCode {
    var code = PartsCode()
    for part in Cell.Part.allCases {
      code[part] = numbers[part]?[cell[part]] ?? 0
    }
    return code
  }

  /// A group by its names, and by the strategy where there is only one.
  subscript(group: PartsCode) -> SharedParts {
    func name(_ part: Cell.Part) -> String? {
      group[part] == 0 ? nil : names[part]?[group[part] - 1]
    }
    var shared = SharedParts()
    let strategies = names[.strategy] ?? []
    shared.strategy = strategies.count == 1 ? strategies[0] : name(.strategy)
    shared.value = name(.value)
    shared.locale = name(.locale)
    shared.lengths = name(.length).flatMap { Int($0) }
      .map { group.isRange ? .from($0) : .only($0) }
    shared.script = name(.script)
    return shared
  }
}

extension Cell.Part {
  /// Where its field of bits begins.
  fileprivate var shift: UInt64 {
    switch self {
    case .script: 0
    case .length: 12
    case .locale: 25
    case .value: 41
    case .strategy: 51
    }
  }

  /// How many names the field can number.
  fileprivate var most: Int { self == .locale ? 0xffff : self == .value ? 0x3ff : 0xfff }

  fileprivate var mask: UInt64 { UInt64(most) << shift }
}
