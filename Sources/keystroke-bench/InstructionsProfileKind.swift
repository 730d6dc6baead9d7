import BenchmarkConductor
import BenchmarkReport
import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// Where instructions are executed, counted by callgrind.
struct InstructionsProfileKind: ProfileKind {
  let name = "instructions"
  let summary = "instructions executed, counted by callgrind"

  func profile(_ cell: Cell, plan: RunPlan, seconds: Double) async throws -> Profile {
    let sites = try await Conductor(plan, progress: TerminalProgress()).instructionSites(of: cell)
    var profile = Profile(sites, of: cell, metric: .instructions)
    profile.notes.append(
      "counted without the warm-up of a run, and with what collecting adds: run --instructions callgrind has the exact figures"
    )
    return profile
  }
}
