import FieldHost
import ReformatCore

/// A strategy that shows digits as typed, with all four phases and a plant in one of them.
struct PlantedStrategy: ReformatStrategy {
  let plant: Plant
  /// The output of the format phase; an empty phase would have no time to compare with.
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
