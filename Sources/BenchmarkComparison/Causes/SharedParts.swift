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
