import FieldHost
import ReformatCore

/// Digits as typed, with all four phases, and a plant in one of them.
struct PlantedStrategy: ReformatStrategy {
  let plant: Plant
  /// What the format phase has made; a phase of nothing would have no time to compare with.
  private var written = ""

  init(plant: Plant) { self.plant = plant }

  var hosting: Hosting { .delegate }

  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Int> {
    phases.measure(.filter) { replacement.allSatisfy(\.isNumber) } ? .apply : .refuse
  }

  mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker) -> Reaction<Int> {
    let value = phases.measure(.parse) { Int(text) }
    phases.measure(.format) {
      plant.grow()
      written = value.map { String($0, radix: 16) } ?? ""
    }
    return Reaction(value: value.map(ValueUpdate.set) ?? .clear)
  }
}
