/// Whether a cost grows otherwise with the length than it did: the trend of the differences.
package struct TrendChange: Equatable, Sendable {
  /// The slope before.
  package var before: Double
  /// The slope after.
  package var after: Double
  /// By how much the slope changed.
  package var change: Double
  /// The standard error of the change, from how the differences scatter around it.
  package var error: Double
  /// How likely differences without a trend would show one that clear.
  package var chance: Double
  /// Lengths less coefficients: what the scatter is estimated from.
  package var freedom: Int

  /// Fits the differences, not both sides: what bends both alike is gone from them, and a change that each keystroke pays
  /// by the digit is a straight line exactly.
  ///
  /// Nil where there are too few lengths to tell. Tested twice, for a line and for a line that bends, so the smaller chance counts double (Bonferroni).
  /// - Parameters:
  ///   - before: The figures, one for each length of the model.
  ///   - after: The same of the other side.
  ///   - model: The lengths.
  ///   - resolution: How finely the figures are known; scatter is taken for at least as large.
  package init?(before: [Double], after: [Double], _ model: LengthModel, resolution: Double = 0) {
    let differences = zip(after, before).map { $0 - $1 }
    guard let old = model.slope(before), let new = model.slope(after),
      let line = model.fit(differences, order: 1), line.freedom > 0,
      let change = line.coefficients.last,
      let error = line.standardError(line.coefficients.count - 1, resolution: resolution),
      let straight = model.chance(differences, order: 1, over: 0, resolution: resolution)
    else { return nil }
    self.before = old.value
    self.after = new.value
    self.change = change
    self.error = error
    freedom = line.freedom
    let bent = model.chance(differences, order: 2, over: 0, resolution: resolution)
    chance = min(1, 2 * min(straight, bent ?? 1))
  }
}
