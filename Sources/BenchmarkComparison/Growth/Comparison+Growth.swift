import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// How likely a comparison without any change of growth may report one, over all its curves.
  ///
  /// What costs more by the digit does so exactly, and is far clearer than this; so there is no price for being sure.
  private static let growthLevel = 1e-4

  /// Looks for costs that grow otherwise with the length, which single lengths within their tolerance do not show.
  ///
  /// What is tested is the trend of the differences against their scatter. So a build that moves every figure a little,
  /// or all alike, changes no growth, and a few instructions a digit do. Where a tolerance says that builds move a
  /// figure by accident, three lengths are too few, and a change has to add more than its absolute part. The level is
  /// held over all curves of the comparison (Bonferroni). Times are advisory.
  static func growthEntries(
    _ cells: [SuiteCell], _ before: RunIndex, _ after: RunIndex,
    _ toolchain: Toolchain, _ thresholds: Thresholds
  ) -> [ComparisonEntry] {
    let families = GrowthFamily.all(cells.filter { hasSameText($0, before, after) })
    let size = 16
    let changes = inParallel((families.count + size - 1) / size) { number in
      families[number * size..<min(families.count, (number + 1) * size)].flatMap {
        growthPairs($0.family, $0.cells, before, after)
      }
    }.flatMap(\.self)
    let level = growthLevel / Double(max(1, changes.count))
    return changes.compactMap { cell, code, change in
      guard let change, change.chance < level else { return nil }
      let series = Series(
        suite: cell.suite, cell: cell.cell, phase: code.phase, metric: code.metric,
        instrument: code.instrument)
      if let tolerance = thresholds.tolerance(for: series) {
        guard change.freedom > 1, change.total > tolerance.absolute ?? 0 else { return nil }
      }
      let gates = code.metric.isExact && toolchain.gates(cell, code)
      return ComparisonEntry(
        cell, code, .growth, gates: gates, .growth(change))
    }
  }

  /// A pair of curves for each exact cost, and for the whole time, that both sides have at three
  /// lengths, and what became of it; nil where nothing differs, or where the lengths are too few to tell.
  ///
  /// The longest cell stands for all.
  private static func growthPairs(
    _ family: GrowthFamily, _ cells: [SuiteCell], _ before: RunIndex, _ after: RunIndex
  ) -> [(SuiteCell, SeriesCode, GrowthChange?)] {
    guard let longest = cells.last else { return [] }
    // In a large comparison nearly nothing differs, and curves are not put together for that.
    var equal = Set((before.cells[longest] ?? []).map(before.code).filter(\.metric.isExact))
    for cell in cells where !equal.isEmpty {
      let same = commonKeys(cell, before, after).filter {
        equalMean($0.0, before, $0.1, after) != nil
      }.map { before.code($0.0) }
      equal.formIntersection(same)
    }
    func isWanted(_ code: SeriesCode) -> Bool {
      code.metric.isExact ? !equal.contains(code) : code.phase == .total
    }
    let others = Dictionary(
      GrowthCurve.all(family, cells, after, where: isWanted).map { ($0.code, $0) },
      uniquingKeysWith: { a, _ in a })
    let changed = GrowthCurve.all(family, cells, before, where: isWanted)
      .compactMap { curve -> (SuiteCell, SeriesCode, GrowthChange?)? in
        guard let other = others[curve.code] else { return nil }
        let change = curve.values == other.values ? nil : GrowthChange(curve, other)
        return (longest, curve.code, change)
      }
    let tested = equal.filter { GrowthCurve.metrics.contains($0.metric) && $0.phase != .first }
    return changed + tested.map { (longest, $0, nil) }
  }
}
