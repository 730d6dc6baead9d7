import BenchmarkConductor
import BenchmarkReport
import KeystrokeWorkload

/// One way to find out where the keystrokes of a cell spend something.
protocol ProfileKind: Sendable {
  /// What `--kind` calls it.
  var name: String { get }
  /// What it counts, and by what means, in a few words for the help.
  var summary: String { get }

  /// Makes the profile, the frames of the harness included.
  func profile(_ cell: Cell, plan: RunPlan, seconds: Double) async throws -> Profile
}

/// The kinds of profiles that there are.
enum ProfileKinds {
  /// All of them, the default first.
  static let all: [any ProfileKind] = [
    CPUProfileKind(), AllocationsProfileKind(), InstructionsProfileKind(),
  ]

  /// The kind of a name.
  static func named(_ name: String) -> (any ProfileKind)? { all.first { $0.name == name } }

  /// Their names, for people.
  static var names: String { all.map(\.name).joined(separator: ", ") }
}

extension ProfileKinds {
  /// The kinds for the help, the default first.
  static var help: String {
    all.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ")
  }
}
