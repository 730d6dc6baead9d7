import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// One way to find the functions that the keystrokes of a cell spend something in.
protocol ProfileKind: Sendable {
  /// The name for `--kind`.
  var name: String { get }
  /// The quantity and the means of measurement, in a few words for the help.
  var summary: String { get }

  /// True if it can show the making of a field instead of keystrokes.
  var canShowSetUp: Bool { get }

  /// Makes the profile, including the frames of the harness.
  func profile(_ cell: Cell, plan: RunPlan, seconds: Double, isOfSetUp: Bool) async throws
    -> Profile
}

/// The kinds of profiles.
enum ProfileKinds {
  /// All kinds, the default first.
  static let all: [any ProfileKind] = [
    CPUProfileKind(), AllocationsProfileKind(), InstructionsProfileKind(),
  ]

  /// The kind with a name.
  static func named(_ name: String) -> (any ProfileKind)? { all.first { $0.name == name } }

  /// The names of those that can show the making of a field, for people.
  static var ofSetUp: String { all.filter(\.canShowSetUp).map(\.name).joined(separator: " or ") }

  /// Their names, for people.
  static var names: String { all.map(\.name).joined(separator: ", ") }
}

extension ProfileKinds {
  /// The kinds for the help, the default first.
  static var help: String {
    all.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ")
  }
}

/// The functions in which the processor spends its time or cycles, sampled by perf.
struct CPUProfileKind: ProfileKind {
  let name = "cpu"
  let summary = "cycles or time of the processor, sampled by perf"
  let canShowSetUp = false

  func profile(_ cell: Cell, plan: RunPlan, seconds: Double, isOfSetUp: Bool) async throws
    -> Profile
  {
    let samples = try await Profiler(plan, progress: TerminalProgress())
      .sample(cell, seconds: seconds)
    return Profile(
      title: cell.id, quantity: samples.areCycles ? .cycles : .cpuTime,
      stacks: samples.stacks.map { .init(phase: nil, frames: $0.frames, weight: $0.weight) },
      notes: [
        "\(samples.count) samples of \(samples.event) in \(samples.keystrokes) keystrokes; \(samples.countOutside) outside keystrokes left out"
      ])
  }
}

/// The functions that allocate memory, recorded by the shim.
struct AllocationsProfileKind: ProfileKind {
  let name = "allocations"
  let summary = "blocks allocated, recorded by the shim"
  let canShowSetUp = true

  func profile(_ cell: Cell, plan: RunPlan, seconds: Double, isOfSetUp: Bool) async throws
    -> Profile
  {
    let sites = try await Conductor(plan, progress: TerminalProgress()).allocationSites(of: cell)
    var profile = Profile(sites, of: cell, metric: .allocations, isOfSetUp: isOfSetUp)
    profile.notes.append(
      "code that is inlined from another module has the line of its function's declaration, or the module's name"
    )
    return profile
  }
}

/// The functions that execute instructions, counted by callgrind.
struct InstructionsProfileKind: ProfileKind {
  let name = "instructions"
  let summary = "instructions executed, counted by callgrind"
  let canShowSetUp = true

  func profile(_ cell: Cell, plan: RunPlan, seconds: Double, isOfSetUp: Bool) async throws
    -> Profile
  {
    let sites = try await Conductor(plan, progress: TerminalProgress()).instructionSites(of: cell)
    var profile = Profile(sites, of: cell, metric: .instructions, isOfSetUp: isOfSetUp)
    profile.notes.append(
      "counted without the warm-up of a run, and with what collecting adds: run --instructions valgrind has the exact figures; lines are those of declarations"
    )
    return profile
  }
}
