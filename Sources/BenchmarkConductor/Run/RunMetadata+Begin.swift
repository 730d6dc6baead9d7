import BenchmarkModel
import BenchmarkResults
import Foundation

extension RunMetadata {
  /// The metadata of a run that is starting.
  static func begin(plan: RunPlan, greeting: WorkerGreeting) async throws -> RunMetadata {
    var checkout: Checkout?
    var warnings: [String] = []
    if plan.commit == nil {
      do {
        checkout = try await .present(for: greeting)
        warnings = [checkout?.warning].compactMap(\.self)
      } catch let problem as Problem {
        warnings = ["the commit is not known: \(problem)"]
      }
    }
    if greeting.configuration == .debug {
      warnings.insert("a debug build was measured: its figures mean nothing", at: 0)
    }
    if Processors.usable == 1, plan.times {
      warnings.append(
        "one processor may be used, by the worker and by what measures it: times may be too high")
    }
    let commit = plan.commit ?? (checkout?.commit ?? Checkout.unknown, checkout?.changes != nil)
    let program = greeting.program
    var conditions = Conditions()
    conditions.clockOverheadNanoseconds = greeting.clock?.overhead.rounded(places: 2)
    conditions.clockResolutionNanoseconds = greeting.clock?.resolution
    conditions.loadAverageAtStart = MachineFacts.loadAverage()
    conditions.othersReadyAtStart = await MachineFacts.othersReady()
    var metadata = RunMetadata(
      id: plan.id, start: wholeSeconds(plan.start), argv: plan.argv,
      source: Source(commit: commit.id, dirty: commit.dirty),
      plan: Plan(suites: [greeting.suite], seed: plan.seed, rounds: plan.rounds),
      toolchain: Toolchain(
        swift: program?.swift ?? "unknown", configuration: greeting.configuration,
        allocator: Toolchain.Allocator(
          name: plan.allocations ? "jemalloc" : "system", version: greeting.allocatorVersion)),
      host: HostFacts(
        cpuModel: MachineFacts.cpuModel(),
        cores: Processors.usable, kernel: MachineFacts.kernel(),
        clockSource: MachineFacts.clockSource(),
        virtualisation: MachineFacts.isVirtualised() ? "hypervisor" : nil,
        architecture: MachineFacts.architecture()),
      conditions: conditions)
    metadata.source.changes = checkout?.changes
    metadata.source.program = program?.digest
    metadata.source.newerSources = checkout?.newerSources
    metadata.toolchain.icu = program?.icu
    metadata.toolchain.cldr = program?.cldr
    metadata.toolchain.digest = program?.toolchainDigest
    metadata.toolchain.valgrind =
      plan.instructions == .valgrind ? await MachineFacts.valgrindVersion() : nil
    metadata.toolchain.libc = MachineFacts.libcVersion()
    metadata.paired = plan.paired
    metadata.metrics = greeting.metrics
    metadata.warnings = warnings
    // After an interrupt, the commands that name the commit may have failed.
    try Task.checkCancellation()
    return metadata
  }

  /// A time as in `run.json`.
  static func wholeSeconds(_ time: Date) -> Date {
    Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
  }
}
