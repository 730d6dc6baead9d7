/// How a cost grows with the length.
package struct LengthTrend: Equatable, Sendable {
  /// The lowest polynomial that tells it.
  package enum Order: String, Codable, Sendable {
    /// The length does not matter.
    case constant
    /// Each unit of length costs as much as the one before.
    case linear
    /// Each unit costs more, or less, than the one before.
    case quadratic
  }

  /// What kind of growth it is.
  package var order: Order
  /// The mean over the lengths.
  package var mean: Double
  /// So much more for each unit of length: the slope of a straight line, whatever the order.
  package var slope: Double
  /// The standard error of the slope; nil where too few lengths are there to tell.
  package var slopeError: Double?

  /// Below this share of the mean, over all lengths, a trend is none that anybody would see.
  private static let least = 0.01
  /// How unlikely chance must be to call it a trend.
  private static let level = 0.01

  /// Tells the trend of values, one for each length of a model of at least three.
  ///
  /// A trend that is less than one percent of the mean from the shortest length to the longest, or that scatter explains
  /// (F test at 0.01, where there are lengths enough), is none; the same holds for a bend.
  /// - Returns: nil where fewer than three lengths are there.
  package init?(_ values: [Double], _ model: LengthModel) {
    guard values.count >= 3, let line = model.slope(values) else { return nil }
    mean = values.reduce(0, +) / Double(values.count)
    slope = line.value
    slopeError = line.error
    order = .constant
    guard abs(slope) * model.range >= Self.least * abs(mean), slope != 0 else { return }
    // With so few degrees of freedom hardly anything is significant, and nothing would be told apart.
    let isTrend =
      values.count < 5
      || (model.chance(values, order: 1, over: 0).map { $0 < Self.level } ?? true)
    let bends = model.chance(values, order: 2, over: 1).map { $0 < Self.level } ?? false
    guard isTrend || bends else { return }
    order = .linear
    if bends, let curve = model.fit(values, order: 2)?.coefficients.last {
      let bend = abs(curve) * model.range * model.range / 4
      if bend >= Self.least * abs(mean) { order = .quadratic }
    }
  }
}
