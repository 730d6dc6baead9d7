import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// What two runs allow to compare: a line for each kind of figure, with how it is compared and why not better.
public struct ComparisonScope: Equatable, Sendable {
  /// How figures of a kind are compared.
  public enum Manner: String, Codable, Sendable {
    /// A change for the worse fails.
    case gates
    /// Changes are shown and fail nothing.
    case advisory
    /// Only one of the runs has them, or neither.
    case notCompared = "not_compared"
  }

  /// A kind of figure.
  public struct Line: Equatable, Codable, Sendable {
    /// What is compared.
    public var what: String
    /// How.
    public var manner: Manner
    /// Why not better; nil where it gates.
    public var reason: String?
  }

  /// The kinds, in the order of tables.
  public let lines: [Line]
  /// Whether something that both runs have is less sure than between two runs of one machine and toolchain.
  package let isRestricted: Bool

  init(
    _ before: ComparisonSide, _ after: ComparisonSide, _ toolchain: Toolchain, _ hosts: HostPair,
    isPaired: Bool, unevenBatches: Int
  ) {
    var lines = [Line(what: "cells, texts", manner: .gates, reason: nil)]
    let kinds: [(String, (SeriesCode) -> Bool)] = [
      ("refreshes, emissions", { $0.metric.isBehaviour }),
      ("allocations, bytes", { $0.instrument == .shim }),
      ("instructions, retains, releases", { $0.instrument == .callgrind }),
      ("instructions of the processor", { $0.instrument == .perf }),
    ]
    for (what, belongs) in kinds {
      let sides = [before, after].map { side in side.codes.first(where: belongs) }
      if sides.contains(nil) {
        guard let name = Self.lacking(sides[0] == nil, sides[1] == nil) else { continue }
        lines.append(Line(what: what, manner: .notCompared, reason: name))
      } else if let series = sides[0] {
        let reason = toolchain.reason(for: series)
        lines.append(Line(what: what, manner: reason == nil ? .gates : .advisory, reason: reason))
      }
    }
    let timed = [before, after].map { side in side.instruments.contains(.clock) }
    if timed[0] && timed[1] {
      lines.append(
        Line(
          what: "times", manner: isPaired ? .gates : .advisory,
          reason: isPaired
            ? nil : hosts.difference == nil ? "not paired" : "of other machines"))
    } else if let name = Self.lacking(!timed[0], !timed[1]) {
      lines.append(Line(what: "times", manner: .notCompared, reason: name))
    }
    // Batches differ from run to run for a cell or two; that alone is no reason for a table.
    isRestricted =
      toolchain.isOther || hosts.difference != nil || lines.contains { $0.manner == .notCompared }
    // In a paired comparison nothing is batched.
    if unevenBatches > 0 && !isPaired {
      lines.append(
        Line(
          what: "p99 of \(Words.count(unevenBatches, "cell"))", manner: .notCompared,
          reason: "timed in batches of another size"))
    }
    self.lines = lines
  }

  /// Which side lacks a kind; nil where both do.
  private static func lacking(_ before: Bool, _ after: Bool) -> String? {
    switch (before, after) {
    case (true, false): "the baseline has none"
    case (false, true): "the candidate has none"
    default: nil
    }
  }
}
