import BenchmarkModel
import BenchmarkResults

/// The rounds of a run's times that are missing.
package struct MissingRounds: Equatable, Sendable {
  /// The number of cells that lack rounds.
  package let cells: Int
  /// The number of cells compared.
  package let all: Int
  /// The largest number of rounds that a cell lacks.
  package let rounds: Int
  /// The number of planned rounds; nil if only gaps show what is missing.
  package let planned: Int?

  /// The missing rounds in words, behind the name of a run.
  var words: String {
    "lacks rounds: \(Words.count(cells, "cell")) of \(all) \(cells == 1 ? "was" : "were") timed in up to"
      + " \(Words.count(rounds, "round")) fewer than "
      + (planned.map { "the \($0) of the run" } ?? "their numbers tell")
  }

  /// Looks for missing rounds; nil if there are none.
  ///
  /// A run records how many rounds were planned. A merged run has as many as its parts, and a paired comparison leaves
  /// out cells that are decided, so in those only a gap shows. A baseline has one row for all rounds.
  init?(_ side: RunIndex) {
    let metadata = side.run.metadata
    guard metadata.status == .finished, metadata.savedFrom == nil else { return nil }
    let planned =
      metadata.mergedFrom == nil && metadata.paired == nil ? metadata.plan.rounds : nil
    let starts = Self.starts(of: metadata.paired?.looks ?? [])
    let missing = side.cells.values.map { places in
      places.map { place -> Int in
        let series = side.series[place]
        guard series.metric == .time, series.instrument == .clock else { return 0 }
        let rounds = Set(side.records(place).map { Int($0.round) })
        if let planned { return max(0, planned - rounds.count) }
        return zip(starts, starts.dropFirst() + [.max]).reduce(0) { missing, stage in
          let own = rounds.filter { stage.0 < $0 && $0 <= stage.1 }
          return missing + (own.max().map { $0 - stage.0 - own.count } ?? 0)
        }
      }.max() ?? 0
    }
    cells = missing.count { $0 > 0 }
    guard cells > 0 else { return nil }
    all = side.cells.count
    rounds = missing.max() ?? 0
    self.planned = planned
  }

  /// The number of the last round before each stage of a paired comparison, or part of one.
  ///
  /// Each measures cells of its own, so a gap between two of them misses nothing.
  private static func starts(of looks: [PairedRecord.Look]) -> [Int] {
    [0]
      + zip(looks, looks.dropFirst()).compactMap { last, next in
        last.part == next.part && last.confirms == next.confirms ? nil : last.rounds
      }
  }
}
