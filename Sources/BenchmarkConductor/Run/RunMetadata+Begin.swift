import BenchmarkModel
import BenchmarkResults
import Foundation

extension RunMetadata {
  /// What is known when a run begins.
  static func begin(plan: RunPlan, greeting: WorkerGreeting) async throws -> RunMetadata {
    let start = wholeSeconds(plan.start)
    let checkout = plan.commit == nil ? await Checkout.present() : nil
    let commit = plan.commit ?? (checkout?.commit ?? Checkout.unknown, checkout?.changes != nil)
    let unicode = MachineFacts.unicodeVersions()
    var metadata = RunMetadata(
      id: plan.id, start: start, argv: plan.argv, seed: plan.seed,
      commit: commit.id,
      dirty: commit.dirty, suites: [greeting.suite], roundsPlanned: plan.rounds,
      swiftVersion: try await MachineFacts.swiftVersion(), configuration: greeting.configuration,
      icuVersion: unicode.icu, cldrVersion: unicode.cldr,
      allocator: plan.allocations ? "jemalloc" : "system",
      allocatorVersion: greeting.allocatorVersion,
      cpuModel: MachineFacts.cpuModel(), cores: ProcessInfo.processInfo.activeProcessorCount,
      kernel: MachineFacts.kernel(), clockSource: MachineFacts.clockSource(),
      clockOverheadNanoseconds: greeting.clock?.overhead.rounded(places: 2),
      clockResolutionNanoseconds: greeting.clock?.resolution,
      loadAverageAtStart: MachineFacts.loadAverage(),
      virtualisation: MachineFacts.isVirtualised() ? "hypervisor" : nil)
    metadata.othersReadyAtStart = await MachineFacts.othersReady()
    if plan.instructions == .valgrind {
      metadata.valgrindVersion = await MachineFacts.valgrindVersion()
    }
    metadata.changes = checkout?.changes
    metadata.paired = plan.paired
    metadata.libcVersion = MachineFacts.libcVersion()
    metadata.architecture = MachineFacts.architecture()
    // Who was interrupted may not have heard of Swift or the commit any more.
    try Task.checkCancellation()
    return metadata
  }

  /// A time as `run.json` has it.
  static func wholeSeconds(_ time: Date) -> Date {
    Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
  }

  /// Whether a run that begins now could go on with one that was cut short.
  ///
  /// - Throws: `RunError` that names what differs: rows of two builds must not be mixed.
  func check(continues earlier: RunMetadata) throws(RunError) {
    let pairs: [(String, String, String)] = [
      ("the suite", earlier.suites.joined(separator: ", "), suites.joined(separator: ", ")),
      ("the commit", earlier.commit, commit),
      ("the work tree", earlier.dirty ? "changed" : "clean", dirty ? "changed" : "clean"),
      ("Swift", earlier.swiftVersion, swiftVersion),
      ("the processor", earlier.cpuModel, cpuModel),
    ]
    for (name, before, now) in pairs where before != now {
      throw RunError(
        "the run cannot be resumed: \(name) was \(before), and is now \(now); measure anew")
    }
  }
}
