import CPlants
import Foundation

/// What a strategy does beside its work.
enum Plant: String {
  case nothing
  case retain
  case allocation
  case instructions

  /// The one that the executable is named after; nothing where it is none.
  static var ofThisExecutable: Plant {
    let path = CommandLine.arguments.first ?? ""
    return Plant(rawValue: URL(filePath: path).lastPathComponent) ?? .nothing
  }

  /// Does it.
  @inline(never)
  func grow() {
    switch self {
    case .nothing: break
    case .retain: plantedRetain(soil)
    case .allocation: planted_allocation_of_16_bytes()
    case .instructions: planted_fifty_instructions()
    }
  }
}

private final class Soil: Sendable {}
private let soil = Soil()

/// Takes a reference and keeps it: of a pair the optimiser would leave nothing.
@inline(never)
private func plantedRetain(_ object: Soil) { _ = Unmanaged.passRetained(object) }
