import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The quantity that a profile counts.
package struct ProfileQuantity: Hashable, Sendable {
  /// The unit in which figures are written.
  package enum Unit: Hashable, Sendable {
    /// A plain count.
    case count
    /// Bytes.
    case bytes
    /// Nanoseconds.
    case nanoseconds
  }

  /// The name, such as `allocations`.
  package var name: String
  /// The unit of the weights.
  package var unit: Unit

  /// Makes a quantity of a name and unit.
  package init(name: String, unit: Unit) {
    self.name = name
    self.unit = unit
  }

  /// Makes the quantity of a metric.
  package init(_ metric: Metric) {
    self.init(
      name: metric.rawValue,
      unit: metric == .time ? .nanoseconds : metric.unit == "B" ? .bytes : .count)
  }

  /// Time on a processor, in user space.
  package static let cpuTime = ProfileQuantity(name: "CPU time", unit: .nanoseconds)
  /// Cycles of a processor, in user space.
  package static let cycles = ProfileQuantity(name: "CPU cycles", unit: .count)

  /// A figure for people.
  func text(_ value: Double) -> String {
    switch unit {
    case .count: Units.grouped(Units.count(value))
    case .bytes: Units.grouped(Units.count(value)) + " B"
    case .nanoseconds: Units.time(value)
    }
  }

  /// The name at the beginning of a line.
  var capitalName: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The change of a figure, in percent.
  func percentage(from before: Double, to after: Double) -> String {
    before == after && after.isFinite ? "unchanged" : Units.change(from: before, to: after)
  }

  /// A difference for people, always with its sign.
  func change(_ value: Double) -> String {
    guard value.isFinite else { return Units.outOfRange }
    // Stored figures have six digits after the point, so a remainder of this size is a rounding error.
    let value = abs(value) < 1e-9 ? 0 : value
    let size = text(abs(value))
    return value == 0 ? size : (value > 0 ? "+" : "−") + size
  }
}
