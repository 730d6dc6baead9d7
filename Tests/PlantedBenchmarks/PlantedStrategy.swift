import FieldHost
import ReformatCore

/// Digits as typed, with all four phases, and a plant in one of them.
struct PlantedStrategy: ReformatStrategy {
  let plant: Plant

  var hosting: Hosting { .delegate }

  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Int> {
    phases.measure(.filter) { replacement.allSatisfy(\.isNumber) } ? .apply : .refuse
  }

  mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker) -> Reaction<Int> {
    let value = phases.measure(.parse) { Int(text) }
    phases.measure(.format) { plant.grow() }
    return Reaction(value: value.map(ValueUpdate.set) ?? .clear)
  }
}
