import BenchmarkModel
import BenchmarkResults
import Glibc

/// Which part of the cells' ids the size of an effect goes with, by median polish of strategies against that part.
package struct EffectTrend: Sendable {
  /// The size of the effect in one level of a part, as a ratio.
  package typealias Level = (name: String, ratio: Double)

  /// How sizes go with it.
  package enum Shape: Sendable {
    /// From the shortest to the longest.
    case grows(from: Level, to: Level)
    case shrinks(from: Level, to: Level)
    /// Largest at one level of a part.
    case most(Cell.Part, Level)
  }

  /// How sizes go with the part.
  package let shape: Shape

  /// How much of the common effect must come and go with a part for it to be named.
  private static let leastShare = 0.5
  /// By how many times what is left over the effect of the part must exceed that.
  private static let overResidue = 4.0
  /// Less than half a percent of difference is not worth a word.
  private static let leastRange = 0.005

  /// The parts, what explains more likely first.
  private static let parts: [Cell.Part] = [.length, .locale, .script, .value, .strategy]

  /// Looks for the part that explains most; nil where none explains enough.
  init?(_ effects: [AttributedEffect]) {
    let sizes = effects.compactMap { effect in
      effect.ratio.flatMap { $0 > 0 ? (cell: effect.cell, size: log($0)) : nil }
    }
    guard sizes.count == effects.count, sizes.count >= 3 else { return nil }
    let fits = Self.parts.compactMap { Fit($0, sizes) }
    guard let best = fits.min(by: { $0.residue < $1.residue }) else { return nil }
    guard best.range >= Self.leastRange, best.range >= Self.leastShare * abs(best.middle),
      best.range >= Self.overResidue * best.residue, let shape = best.shape
    else { return nil }
    self.shape = shape
  }

  /// The polish of one table.
  private struct Fit {
    let part: Cell.Part
    /// The common effect and that of the level, of each level, smallest first.
    let levels: [(level: String, size: Double)]
    /// The mean of what is left of the effects, as absolute amounts: a median would not see a part that a minority of
    /// cells differs in.
    let residue: Double
    let middle: Double

    init?(_ part: Cell.Part, _ sizes: [(cell: Cell, size: Double)]) {
      let columns = Set(sizes.map { $0.cell[part] }).sorted()
      // Strategies against themselves would be a table of one diagonal.
      let rows = part == .strategy ? [""] : Set(sizes.map(\.cell.strategy)).sorted()
      guard columns.count > 1 else { return nil }
      let entries = Dictionary(grouping: sizes) {
        [part == .strategy ? "" : $0.cell.strategy, $0.cell[part]]
      }
      let polish = MedianPolish(
        rows.map { row in
          columns.map { column in median(entries[[row, column]]?.map(\.size) ?? []) }
        })
      self.part = part
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

    /// How sizes go with the part; nil where they go up and down with the length.
    var shape: Shape? {
      func named(_ level: (level: String, size: Double)) -> Level {
        (level.level, exp(level.size))
      }
      guard part == .length else {
        return levels.max { abs($0.size) < abs($1.size) }.map { .most(part, named($0)) }
      }
      let ordered = levels.sorted { (Int($0.level) ?? 0) < (Int($1.level) ?? 0) }
      let sizes = ordered.map { abs($0.size) }
      guard let first = ordered.first, let last = ordered.last else { return nil }
      let slack = range / 10
      let steps = zip(sizes, sizes.dropFirst())
      if steps.allSatisfy({ $0 <= $1 + slack }) {
        return .grows(from: named(first), to: named(last))
      }
      return steps.allSatisfy { $0 >= $1 - slack }
        ? .shrinks(from: named(first), to: named(last)) : nil
    }
  }
}
