import CPlants
import Foundation

/// The extra work that a strategy does.
enum Plant: String {
  case nothing
  case retain
  case allocation
  case instructions
  case busyLoop
  case systemCalls
  /// A table that is made once in the life of a process.
  case preparation
  /// A second step of each keystroke in ``OwnMetricsStrategy``.
  case ownCount
  /// Twice the misses of ``OwnMetricsStrategy``.
  case ownMisses

  /// The plant named in `plant.resources/name` beside the executable; `nothing` if there is no such file.
  ///
  /// A copy of a worker has another name but finds the same resources.
  static let ofThisExecutable: Plant = {
    let path = CommandLine.arguments.first ?? ""
    let file = URL(filePath: path).deletingLastPathComponent().appending(
      path: "plant.resources/name")
    let name = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return Plant(rawValue: name.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nothing
  }()

  /// Does the extra work.
  @inline(never)
  func grow() {
    switch self {
    case .nothing, .ownCount, .ownMisses: break
    case .retain: plantedRetain(soil)
    case .allocation: planted_allocation_of_16_bytes()
    case .instructions: planted_fifty_instructions()
    case .busyLoop: planted_busy_loop()
    case .systemCalls: planted_two_system_calls()
    case .preparation: precondition(prepared >= 0)
    }
  }
}

private final class Soil: Sendable {}
private let soil = Soil()
private let prepared = abs(Int(planted_preparation()))

/// Takes a reference and keeps it, since the optimiser would remove a pair of retain and release.
@inline(never)
private func plantedRetain(_ object: Soil) { _ = Unmanaged.passRetained(object) }
