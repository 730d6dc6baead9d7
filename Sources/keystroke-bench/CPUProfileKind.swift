import BenchmarkConductor
import BenchmarkReport
import KeystrokeWorkload

/// Where the processor spends its time or cycles, sampled by perf.
struct CPUProfileKind: ProfileKind {
  let name = "cpu"
  let summary = "cycles or time of the processor, sampled by perf"

  func profile(_ cell: Cell, plan: RunPlan, seconds: Double) async throws -> Profile {
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
