import BenchmarkConductor
import BenchmarkReport
import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// Where memory is allocated, recorded by the shim.
struct AllocationsProfileKind: ProfileKind {
  let name = "allocations"
  let summary = "blocks allocated, recorded by the shim"

  func profile(_ cell: Cell, plan: RunPlan, seconds: Double) async throws -> Profile {
    let sites = try await Conductor(plan, progress: TerminalProgress()).allocationSites(of: cell)
    return Profile(sites, of: cell, metric: .allocations)
  }
}
