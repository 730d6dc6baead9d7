import BenchmarkModel
import BenchmarkResults

/// The possible comparisons of two runs: a line for each kind of figure, with how it is compared and why not better.
package struct ComparisonScope: Equatable, Sendable {
  /// The way in which figures of a kind are compared.
  package enum Manner: String, Codable, Sendable {
    /// A change for the worse fails.
    case gates
    /// Changes are shown and fail nothing.
    case advisory
    /// Only one of the runs has them, or neither.
    case notCompared = "not_compared"

    /// The name in a report.
    package var words: String { rawValue.replacing("_", with: " ") }
  }

  /// A kind of figure.
  package enum Kind: Equatable, Sendable {
    case cellsAndTexts
    case behaviour
    case allocations
    case instructions
    /// Exact metrics of the strategies' own.
    case ownMetrics
    case times
    /// The p99 of times, which cannot be compared in this number of cells.
    case slowest(cells: Int)

    /// The name in a report.
    package var words: String {
      switch self {
      case .cellsAndTexts: "cells, texts"
      case .behaviour: "refreshes, emissions"
      case .allocations: "allocations, bytes"
      case .instructions: "instructions, retains, releases"
      case .ownMetrics: "exact metrics of the strategies' own"
      case .times: "times"
      case .slowest(let cells): "p99 of \(Words.count(cells, "cell"))"
      }
    }
  }

  /// The reason why figures are not compared better.
  package enum Reason: Equatable, Sendable {
    case toolchain
    case allocator
    /// Another valgrind, C library or instruction set.
    case system
    /// Another seed, so only traces gate.
    case seed
    case notPaired
    case otherMachines
    /// A side has no such figures.
    case lacking(ComparisonNote.Side)
    case otherBatches

    /// The name in a report.
    package var words: String {
      switch self {
      case .toolchain: "another toolchain"
      case .allocator: "another allocator"
      case .system: "counted on another system"
      case .seed: "another seed; traces gate"
      case .notPaired: "not paired"
      case .otherMachines: "of other machines"
      case .lacking(let side): "the \(side.rawValue) has none"
      case .otherBatches: "timed in batches of another size"
      }
    }
  }

  /// A line of the table.
  package struct Line: Equatable, Sendable {
    /// The kind of figure.
    package let what: Kind
    /// The way in which it is compared.
    package let manner: Manner
    /// The reason why it is not compared better; nil if it gates.
    package let reason: Reason?
  }

  /// The kinds, in the order of tables.
  package let lines: [Line]
  /// True if something that both runs have is compared less reliably than between two runs of one machine and
  /// toolchain.
  package let isRestricted: Bool

  init(
    _ before: RunIndex, _ after: RunIndex, _ toolchain: ToolchainPair, _ hosts: HostPair,
    isPaired: Bool, unevenBatches: Int
  ) {
    var lines = [Line(what: .cellsAndTexts, manner: .gates, reason: nil)]
    /// Adds a kind that both sides have, one of them, or neither.
    func add(_ what: Kind, _ has: (RunIndex) -> Bool, reason: () -> Reason?) {
      switch (has(before), has(after)) {
      case (true, true):
        let reason = reason()
        lines.append(Line(what: what, manner: reason == nil ? .gates : .advisory, reason: reason))
      case (false, true):
        lines.append(Line(what: what, manner: .notCompared, reason: .lacking(.baseline)))
      case (true, false):
        lines.append(Line(what: what, manner: .notCompared, reason: .lacking(.candidate)))
      case (false, false): break
      }
    }
    let kinds: [(Kind, (SeriesKey.Measure) -> Bool)] = [
      (.behaviour, { $0.metric.isBehaviour }), (.allocations, { $0.instrument == .shim }),
      (.instructions, { $0.instrument == .valgrind }),
      (.ownMetrics, { $0.metric.own?.exact == true }),
    ]
    for (what, belongs) in kinds {
      add(what, { $0.measures.contains(where: belongs) }) {
        before.measures.first(where: belongs).flatMap(toolchain.reason)
      }
    }
    add(.times, { $0.instruments.contains(.clock) }) {
      isPaired ? nil : hosts.difference == nil ? .notPaired : .otherMachines
    }
    // Batches of a cell or two differ from run to run; that alone is no reason to show a table.
    isRestricted =
      hosts.difference != nil
      || lines.contains { ![nil, .notPaired].contains($0.reason) }
    // A paired comparison batches nothing.
    if unevenBatches > 0 && !isPaired {
      lines.append(
        Line(what: .slowest(cells: unevenBatches), manner: .notCompared, reason: .otherBatches))
    }
    self.lines = lines
  }
}

extension ComparisonScope.Line: Encodable {
  private enum CodingKeys: String, CodingKey { case what, manner, reason }

  /// Writes the line as in the table.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(what.words, forKey: .what)
    try container.encode(manner, forKey: .manner)
    try container.encodeIfPresent(reason?.words, forKey: .reason)
  }
}
