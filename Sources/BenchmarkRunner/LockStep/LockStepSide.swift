import BenchmarkResults
import Foundation
import KeystrokeWorkload

/// One of the two builds of a comparison.
struct LockStepSide: Sendable {
  let conductor: Conductor
  /// The worker that every round gets a copy of.
  private let original: String

  private var plan: RunPlan { conductor.plan }

  /// Both sides have one name, whatever their executables are called.
  private static let workerName = "worker"

  /// Copies the worker into a folder, which is made.
  init(_ plan: RunPlan, folder: String, progress: any RunProgress) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    original = "\(folder)/original"
    try await WorkerCopy.make(of: plan.worker, named: "original", in: folder)
    var plan = plan
    plan.worker = "\(folder)/\(Self.workerName)"
    conductor = Conductor(plan, progress: progress)
    try refresh()
  }

  /// Copies the worker anew.
  ///
  /// A file keeps its pages of memory, and where those lie decides what they push out of the caches: two copies of
  /// one executable differ by up to 8 % in a short phase, in every process of theirs. A fresh copy has other pages.
  func refresh() throws {
    try? FileManager.default.removeItem(atPath: plan.worker)
    try FileManager.default.copyItem(atPath: original, toPath: plan.worker)
  }

  /// The cells that the filter means.
  ///
  /// - Throws: ``RunError``, also where the build speaks another protocol: then it says which commit.
  func cells() async throws -> [Cell] {
    do { return try await conductor.cells() } catch let other as OtherProtocol {
      let side = plan.lockStep?.role.rawValue ?? "worker"
      let commit = plan.commit.map { " \($0.id)" } ?? ""
      let age = other.version < WorkerProtocol.version ? "old" : "new"
      throw RunError(
        "the \(side)\(commit) is too \(age): its worker speaks version \(other.version) of the protocol, and this keystroke-bench \(WorkerProtocol.version); compare commits that speak the same, with the keystroke-bench of one of them"
      )
    }
  }

  /// The greeting of a worker with the shim preloaded, where allocations are counted.
  func greeting() async throws -> WorkerGreeting {
    let preload = try preload()
    let greeting = try await WorkerProcess.with(conductor.launch(preload: preload)) { $0.greeting }
    if plan.allocations, greeting.allocatorVersion == nil {
      throw RunError(greeting.shimProblem ?? "the shim is not live in \(greeting.suite)")
    }
    return greeting
  }

  /// Counts what is exact.
  func count(_ cells: [Cell], recorder: RunRecorder) async throws {
    try await conductor.count(cells, preload: preload(), recorder: recorder)
    try await recorder.checkpoint()
    if plan.instructions == .callgrind {
      try await conductor.countInstructions(cells, recorder: recorder, sites: nil)
      try await recorder.checkpoint()
    }
  }

  private func preload() throws -> String? {
    plan.allocations ? try ShimLibrary.check(plan.shim) : nil
  }
}
