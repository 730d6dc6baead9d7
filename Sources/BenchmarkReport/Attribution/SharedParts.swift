import KeystrokeWorkload

/// Cells that share parts of their ids; a part that is nil is any.
struct SharedParts: Hashable, Sendable {
  /// Lengths that belong together.
  enum Lengths: Hashable, Sendable {
    case only(Int)
    case from(Int)

    func contains(_ length: Int) -> Bool {
      switch self {
      case .only(let own): length == own
      case .from(let least): length >= least
      }
    }
  }

  var strategy: String?
  var value: String?
  var locale: String?
  var lengths: Lengths?
  var script: String?

  /// How many parts a group may name, so that a sentence can.
  private static let mostParts = 3

  /// How many parts are named.
  var parts: Int {
    [strategy != nil, value != nil, locale != nil, lengths != nil, script != nil].count { $0 }
  }

  /// Whether a cell belongs to it.
  func contains(_ cell: Cell) -> Bool {
    (strategy ?? cell.strategy) == cell.strategy && (value ?? cell.value) == cell.value
      && (locale ?? cell.locale) == cell.locale && (script ?? cell.script) == cell.script
      && (lengths?.contains(cell.length) ?? true)
  }

  /// The groups that name one part less.
  var wider: [SharedParts] {
    func without(_ named: Bool, _ drop: (inout SharedParts) -> Void) -> SharedParts? {
      guard named else { return nil }
      var group = self
      drop(&group)
      return group
    }
    return [
      without(strategy != nil) { $0.strategy = nil }, without(value != nil) { $0.value = nil },
      without(locale != nil) { $0.locale = nil }, without(lengths != nil) { $0.lengths = nil },
      without(script != nil) { $0.script = nil },
    ].compactMap(\.self)
  }

  /// Every group that a cell belongs to.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - lengths: those at which a range may begin, in order; the least is no beginning.
  /// - Returns: The groups, that of all cells first.
  static func all(holding cell: Cell, lengths: [Int]) -> [SharedParts] {
    var groups: [SharedParts] = []
    for mask in 0..<32 where mask.nonzeroBitCount <= mostParts {
      groups.append(
        SharedParts(
          strategy: mask & 1 != 0 ? cell.strategy : nil, value: mask & 2 != 0 ? cell.value : nil,
          locale: mask & 4 != 0 ? cell.locale : nil,
          lengths: mask & 8 != 0 ? .only(cell.length) : nil,
          script: mask & 16 != 0 ? cell.script : nil))
    }
    // Ranges are many, so they go with one other part at the most.
    let ranges = lengths.dropFirst().filter { $0 <= cell.length }
    for base in groups where base.lengths == nil && base.parts <= 1 {
      groups += ranges.map { least in
        var group = base
        group.lengths = .from(least)
        return group
      }
    }
    return groups
  }

  /// What its cells share, to stand behind their number: ` of onchange-reformat in ar_EG`.
  var words: String {
    var words = ""
    if let strategy { words += " of \(strategy)" }
    if let value { words += " with \(value)" }
    if let locale { words += " in \(locale)" }
    switch lengths {
    case .only(let length): words += " of length \(length)"
    case .from(let least): words += " from length \(least) on"
    case nil: break
    }
    if let script { words += " under \(script)" }
    return words
  }
}
