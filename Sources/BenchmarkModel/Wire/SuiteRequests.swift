/// Asks for the cells that match a filter.
package struct ListRequest: WorkerRequest {
  package typealias Reply = [Cell]
  package static let name = "list"
  /// The maximum number of bytes of the reply: the default suite of all locales has millions of cells.
  package static let longestReply = 1 << 28
  package var filter: CellFilter

  package init(filter: CellFilter) { self.filter = filter }

  package var activity: String { "while it listed its cells" }

  package func check(_ cells: [Cell]) throws(WrongReply) {
    var known: Set<Cell> = []
    for cell in cells {
      let names = [cell.strategy, cell.value, cell.locale, cell.script]
      guard names.allSatisfy(\.isName), Cell(id: cell.id) == cell else {
        throw WrongReply("\(cell.id.quotedName) is not a cell")
      }
      guard known.insert(cell).inserted else { throw WrongReply("\(cell.id) is listed twice") }
    }
  }
}

/// Asks to try the suite's own strategies, and to leave out those that end the process.
///
/// The reply has a few words for each of them, by name: how it ended.
package struct TrialRequest: WorkerRequest {
  package typealias Reply = [String: String]
  package static let name = "trial"
  package var filter: CellFilter

  package init(filter: CellFilter) { self.filter = filter }

  package var activity: String { "while it tried its strategies" }

  package func check(_ trapped: [String: String]) throws(WrongReply) {
    if let name = trapped.keys.first(where: { !$0.isName }) {
      throw WrongReply("\(name.quotedName) is not a strategy")
    }
  }
}

/// Asks for the locales of the cells that match a filter.
package struct LocalesRequest: WorkerRequest {
  package typealias Reply = [String]
  package static let name = "locales"
  package static let longestReply = 1 << 28
  package var filter: CellFilter

  package init(filter: CellFilter) { self.filter = filter }

  package var activity: String { "while it listed its locales" }
}

/// Asks to judge every keystroke of all cells of a locale.
package struct VerifyRequest: WorkerRequest {
  package typealias Reply = Verification
  package static let name = "verify"
  package static let longestReply = 1 << 28
  package var filter: CellFilter
  package var locale: String
  package var seed: UInt64
  /// The maximum number of wrong cells that the reply lists; all are counted.
  package var listed: Int
  /// Globs of cells that are counted; nil for none.
  package var patterns: [String]?

  package init(
    filter: CellFilter, locale: String, seed: UInt64, listed: Int, patterns: [String]? = nil
  ) {
    self.patterns = patterns
    self.filter = filter
    self.locale = locale
    self.seed = seed
    self.listed = listed
  }

  package var activity: String { "while it verified \(locale)" }

  package func check(_ found: Verification) throws(WrongReply) {
    let counts = found.tallies.values.flatMap {
      [$0.ok, $0.wrong, $0.unchecked, $0.judged ?? 0, $0.untold ?? 0, $0.ambiguous ?? 0]
    }
    guard found.tallies.keys.allSatisfy(\.isName), counts.areCounts else {
      throw WrongReply("impossible counts")
    }
  }
}

/// Asks for the strategies that edit cases can be replayed with.
package struct ReplayedRequest: WorkerRequest {
  package typealias Reply = [String]
  package static let name = "replayed"

  package init() {}

  package var activity: String { "while it listed its strategies" }

  package func check(_ strategies: [String]) throws(WrongReply) {
    var known: Set<String> = []
    for name in strategies {
      guard name.isName else { throw WrongReply("\(name.quotedName) is not a strategy") }
      // Each case would be replayed as often as its strategy is listed.
      guard known.insert(name).inserted else {
        throw WrongReply("\(name.quotedName) is listed twice")
      }
    }
  }
}

/// Asks to play random sessions with a strategy until enough keys are pressed.
public struct HuntRequest: Sendable, Codable {
  /// The name of the strategy.
  public var strategy: String
  /// The locales to draw from; empty for all.
  public var locales: [String]
  /// The kinds of value to draw from; empty for all that the strategy can hold.
  public var values: [String]
  /// The seed.
  public var seed: UInt64
  /// The number of the part: different parts draw different sessions.
  public var part: Int
  /// The number of keystrokes.
  public var keystrokes: Int
  /// The kinds that are not looked for any more.
  public var known: [Hunted.Kind]

  /// Makes a request of its parts.
  public init(
    strategy: String, locales: [String], values: [String], seed: UInt64, part: Int = 0,
    keystrokes: Int, known: [Hunted.Kind] = []
  ) {
    self.strategy = strategy
    self.locales = locales
    self.values = values
    self.seed = seed
    self.part = part
    self.keystrokes = keystrokes
    self.known = known
  }
}

extension HuntRequest: WorkerRequest {
  package typealias Reply = Hunted
  package static let name = "hunt"

  /// The number of parts after which all workers learn which kinds are found.
  ///
  /// It is the same on every machine, so that a seed finds the same wherever it is used.
  package static let partsPerWave = 8

  /// True if the locales of the suite are drawn from, as long as the request names none: people know them.
  package var drawsKnownLocales: Bool { locales.isEmpty && part < Self.partsPerWave }

  package var activity: String { "while it hunted in \(strategy)" }

  package func check(_ hunted: Hunted) throws(WrongReply) {
    let isWhole = hunted.findings.allSatisfy { finding in
      finding.states.count == finding.editCase.steps.count + 1 && !finding.editCase.steps.isEmpty
    }
    guard isWhole, hunted.keystrokes >= 0 else { throw WrongReply("half a session") }
    let counted = 0...hunted.keystrokes
    guard counted.contains(hunted.ambiguous), counted.contains(hunted.unjudged),
      hunted.ambiguous + hunted.unjudged <= hunted.keystrokes
    else { throw WrongReply("more keystrokes of a kind than there were") }
  }
}

/// Asks a strategy to make the edit of each case; the reply has one outcome per case.
package struct ReplayRequest: WorkerRequest {
  package typealias Reply = [EditCaseOutcome]
  package static let name = "replay"
  package var cases: [EditCase]
  package var strategy: String
  /// The locales to search for one that writes numbers as a case does.
  package var locales: [String]

  package init(cases: [EditCase], strategy: String, locales: [String]) {
    self.cases = cases
    self.strategy = strategy
    self.locales = locales
  }

  package var activity: String { "while it replayed edit cases with \(strategy)" }

  package func check(_ outcomes: [EditCaseOutcome]) throws(WrongReply) {
    guard outcomes.count == cases.count else {
      throw WrongReply("\(outcomes.count) outcomes of \(cases.count) cases")
    }
  }
}
