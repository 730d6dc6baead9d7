import BenchmarkModel
import BenchmarkResults
import Foundation

/// Figures as people read them: three digits and a unit.
package enum Units {
  /// The placeholder for a figure that was not measured.
  package static let missing = "–"
  /// The placeholder for a figure that is not finite, as the sum of very large figures may be.
  package static let outOfRange = "out of range"

  /// A time given in nanoseconds.
  package static func time(_ nanoseconds: Double?) -> String {
    guard let nanoseconds else { return missing }
    guard nanoseconds.isFinite else { return outOfRange }
    for (limit, scale, unit) in [(999.5, 1.0, "ns"), (999.5e3, 1e3, "µs"), (999.5e6, 1e6, "ms")]
    where nanoseconds < limit {
      return "\(threeDigits(nanoseconds / scale)) \(unit)"
    }
    return "\(threeDigits(nanoseconds / 1e9)) s"
  }

  /// A share in percent.
  package static func percent(_ share: Double?) -> String {
    guard let share else { return missing }
    guard share.isFinite else { return outOfRange }
    if share > 0 && share < 0.000_05 { return "<0.01 %" }
    return fixed(share * 100, share < 0.1 ? 2 : 1) + " %"
  }

  /// A share that may be very small, with three digits.
  package static func smallShare(_ share: Double) -> String {
    if share == 0 { return "0 %" }
    guard share.isFinite else { return outOfRange }
    let percent = share * 100
    for decimals in 1...6 where percent * pow(10, Double(decimals)) >= 99.95 || decimals == 6 {
      return fixed(percent, decimals) + " %"
    }
    return fixed(percent, 1) + " %"
  }

  /// A mean of counts or bytes: at most three decimals, and none that are zero.
  package static func count(_ value: Double?) -> String {
    guard let value else { return missing }
    if value > 1e15 { return FigureText.text(value) }
    let rounded = (value * 1_000).rounded() / 1_000
    // A small count must not be shown as 0.
    return FigureText.text(rounded == 0 ? value : rounded)
  }

  /// A figure that is not negative, with commas between groups of three digits before its point.
  static func grouped(_ figure: String) -> String {
    let whole = figure.prefix { $0.isASCII && $0.isNumber }
    let digits = whole.enumerated().map { place, digit in
      place > 0 && (whole.count - place).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
    }
    return digits.joined() + figure.dropFirst(whole.count)
  }

  /// A figure in the unit of its metric.
  package static func figure(_ value: Double?, _ metric: Metric) -> String {
    if metric.isTime { return time(value) }
    return value.map(metric.limit != nil ? smallShare : FigureText.text) ?? missing
  }

  /// A mean over cells in the unit of its metric; of counts at most three decimals.
  package static func mean(_ value: Double?, _ metric: Metric) -> String {
    metric.isTime || metric.limit != nil ? figure(value, metric) : count(value)
  }

  /// The change of an exact metric, with its sign.
  package static func difference(_ change: Double, _ metric: Metric) -> String {
    let rounded = (change * 1e6).rounded() / 1e6
    return signed(FigureText.text(rounded.isFinite ? rounded : change), change, metric)
  }

  /// The same for a sentence, with at most three decimals.
  package static func shortDifference(_ change: Double, _ metric: Metric) -> String {
    signed(count(change), change, metric)
  }

  private static func signed(_ text: String, _ change: Double, _ metric: Metric) -> String {
    (change > 0 ? "+" : "") + text + (metric.unit == "1" ? "" : " \(metric.unit)")
  }

  /// A ratio.
  package static func ratio(_ ratio: Double?) -> String { ratio.map { fixed($0, 3) } ?? missing }

  /// The change in percent, or as a factor from eleven times on; a change from 0 is neither.
  package static func change(from before: Double?, to after: Double?) -> String {
    guard let before, let after else { return missing }
    if before == after { return "none" }
    if before == 0 { return "from 0" }
    let percent = (after / before - 1) * 100
    guard percent.isFinite else { return outOfRange }
    if percent >= 1000 { return "×\(threeDigits(after / before))" }
    if abs(percent) < 0.005 { return percent < 0 ? "> -0.01 %" : "< +0.01 %" }
    return (percent > 0 ? "+" : "") + fixed(percent, abs(percent) < 9.995 ? 2 : 1) + " %"
  }

  private static func threeDigits(_ value: Double) -> String {
    fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
  }

  /// A number with this many decimals, independent of the locale.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    value.isFinite ? String(format: "%.\(decimals)f", value) : outOfRange
  }
}
