import CPlants
import Foundation

/// What a strategy does beside its work.
enum Plant: String {
  case nothing
  case retain
  case allocation
  case instructions
  case busyLoop
  case systemCalls

  /// The one that stands in `plant.resources/name` beside the executable; nothing where that is not there.
  ///
  /// Copies of a worker have another name and find the same resources.
  static var ofThisExecutable: Plant {
    let path = CommandLine.arguments.first ?? ""
    let file = URL(filePath: path).deletingLastPathComponent().appending(
      path: "plant.resources/name")
    let name = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return Plant(rawValue: name.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nothing
  }

  /// Does it.
  @inline(never)
  func grow() {
    switch self {
    case .nothing: break
    case .retain: plantedRetain(soil)
    case .allocation: planted_allocation_of_16_bytes()
    case .instructions: planted_fifty_instructions()
    case .busyLoop: planted_busy_loop()
    case .systemCalls: planted_two_system_calls()
    }
  }
}

private final class Soil: Sendable {}
private let soil = Soil()

/// Takes a reference and keeps it: of a pair the optimiser would leave nothing.
@inline(never)
private func plantedRetain(_ object: Soil) { _ = Unmanaged.passRetained(object) }
