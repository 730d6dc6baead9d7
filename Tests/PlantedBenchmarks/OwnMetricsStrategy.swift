import BenchmarkModel
import ReformatCore

/// A strategy that shows digits as typed, and reports metrics of its own: an exact count, one that differs from process to
/// process, and a time.
struct OwnMetricsStrategy: ReformatStrategy {
  let plant: Plant
  private var random = SystemRandomNumberGenerator()

  init(plant: Plant) { self.plant = plant }

  static let metrics = [
    OwnMetric("steps", exact: true),
    OwnMetric("hits", exact: true, lowerIsBetter: false),
    OwnMetric("cache_misses", unit: "lines", exact: false),
    OwnMetric("reading", unit: .nanoseconds, exact: false),
  ]

  var hosting: Hosting { .delegate }

  mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker) -> Reaction<Int> {
    phases.count("steps", plant == .ownCount ? 3 : 2)
    phases.count("hits", plant == .ownCount ? 4 : 5)
    let misses = Int.random(in: 100...110, using: &random)
    phases.count("cache_misses", plant == .ownMisses ? 2 * misses : misses)
    let value = phases.time("reading") { Int(text) }
    return Reaction(value: value.map(ValueUpdate.set) ?? .clear)
  }
}
