import BenchmarkResults
import BenchmarkStatistics
import Glibc
import KeystrokeWorkload

/// Which part of the cells' ids the size of an effect goes with, by median polish of strategies against that part.
struct EffectTrend {
  /// What it goes with, to stand behind the sizes: `grows with length: +1.00 % at 3, +6.00 % at 18`.
  let words: String

  /// How much of the common effect must come and go with a part for it to be named.
  private static let leastShare = 0.5
  /// By how many times what is left over the effect of the part must exceed that.
  private static let overResidue = 4.0
  /// Less than half a percent of difference is not worth a word.
  private static let leastRange = 0.005

  private struct Part: Sendable {
    let name: String
    let level: @Sendable (Cell) -> String
  }

  private static let parts = [
    Part(name: "length") { String($0.length) }, Part(name: "locale") { $0.locale },
    Part(name: "script") { $0.script }, Part(name: "value") { $0.value },
    Part(name: "strategy") { $0.strategy },
  ]

  /// Looks for the part that explains most; nil where none explains enough.
  init?(_ effects: [AttributedEffect]) {
    let sizes = effects.compactMap { effect in
      effect.ratio.flatMap { $0 > 0 ? (cell: effect.cell, size: log($0)) : nil }
    }
    guard sizes.count == effects.count, sizes.count >= 3 else { return nil }
    let fits = Self.parts.compactMap { Fit($0.name, sizes, level: $0.level) }
    guard let best = fits.min(by: { $0.residue < $1.residue }) else { return nil }
    guard best.range >= Self.leastRange, best.range >= Self.leastShare * abs(best.middle),
      best.range >= Self.overResidue * best.residue, let words = best.words
    else { return nil }
    self.words = words
  }

  /// The polish of one table.
  private struct Fit {
    let name: String
    /// The common effect and that of the level, of each level, smallest first.
    let levels: [(level: String, size: Double)]
    /// The mean of what is left of the effects, as absolute amounts: a median would not see a part that a minority of
    /// cells differs in.
    let residue: Double
    let middle: Double

    init?(_ name: String, _ sizes: [(cell: Cell, size: Double)], level: (Cell) -> String) {
      let columns = Set(sizes.map { level($0.cell) }).sorted()
      // Strategies against themselves would be a table of one diagonal.
      let rows = name == "strategy" ? [""] : Set(sizes.map(\.cell.strategy)).sorted()
      guard columns.count > 1 else { return nil }
      let entries = Dictionary(grouping: sizes) {
        [name == "strategy" ? "" : $0.cell.strategy, level($0.cell)]
      }
      let polish = MedianPolish(
        rows.map { row in
          columns.map { column in median(entries[[row, column]]?.map(\.size) ?? []) }
        })
      self.name = name
      middle = polish.overall
      levels = zip(columns, polish.columns).map { ($0, polish.overall + $1) }
        .sorted { $0.size < $1.size }
      var left: [Double] = []
      for (row, strategy) in rows.enumerated() {
        for (column, level) in columns.enumerated() {
          for entry in entries[[strategy, level]] ?? [] {
            left.append(abs(entry.size - polish.fit(row: row, column: column)))
          }
        }
      }
      residue = left.reduce(0, +) / Double(left.count)
    }

    var range: Double { (levels.last?.size ?? 0) - (levels.first?.size ?? 0) }

    /// What is to be said; nil where sizes go up and down with the length.
    var words: String? {
      func change(_ size: Double) -> String { Units.change(from: 1, to: exp(size)) }
      if name == "length" {
        let ordered = levels.sorted { (Int($0.level) ?? 0) < (Int($1.level) ?? 0) }
        let sizes = ordered.map { abs($0.size) }
        guard let first = ordered.first, let last = ordered.last else { return nil }
        let slack = range / 10
        let steps = zip(sizes, sizes.dropFirst())
        let verb: String
        if steps.allSatisfy({ $0 <= $1 + slack }) {
          verb = "grows"
        } else if steps.allSatisfy({ $0 >= $1 - slack }) {
          verb = "shrinks"
        } else {
          return nil
        }
        return
          "\(verb) with length: \(change(first.size)) at \(first.level), \(change(last.size)) at \(last.level)"
      }
      guard let most = levels.max(by: { abs($0.size) < abs($1.size) }) else { return nil }
      let word = name == "script" ? "under" : name == "locale" ? "in" : "with"
      return "most \(word) \(most.level), \(change(most.size))"
    }
  }
}
