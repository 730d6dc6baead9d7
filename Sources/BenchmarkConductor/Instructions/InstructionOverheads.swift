import BenchmarkModel
import BenchmarkResults
import Foundation

/// The cost of counting instructions, and a check of the counts by an independent tool.
public struct InstructionOverheads: Sendable {
  /// One body, counted twice.
  public struct Body: Sendable {
    /// Its name.
    public var name: String
    /// Instructions per call by the counter of this project, without those of an empty body.
    public var counter: Double
    /// The same count by valgrind's lackey, from two runs of different length.
    public var lackey: Double
  }

  /// The bodies.
  public var bodies: [Body]
  /// The instructions that an empty phase adds to its account, and that are subtracted.
  public var emptyPhase: Int
  /// The instructions that it adds to the rest of its keystroke, and that are subtracted.
  public var emptyPhaseInRest: Int
  /// The factor by which a keystroke takes longer under the counter.
  public var slowdown: Double

  private static let counted = ["spin-1", "malloc-1x64", "format-int-fr_FR"]
  private static let empty = "empty"
  /// The body whose slowdown is measured: Foundation at work.
  private static let slowed = "parse-int-fr_FR"

  /// Counts and times bodies of an executable like `HarnessNoise`.
  ///
  /// - Throws: `RunError` if valgrind is missing or a body cannot be counted.
  package static func measure(
    worker: String, allowsDebug: Bool
  ) async throws -> InstructionOverheads {
    try await ValgrindTools.check()
    let launch = WorkerLaunch(executable: worker, allowsDebug: allowsDebug)
    return try await ValgrindFolder.with(launch) { folder in
      let launch = try await folder.counting()
      let (overhead, counter) = try await WorkerProcess.with(launch) { worker in
        let overhead = try await worker.instructionOverhead()
        var figures: [String: Double] = [:]
        for name in counted + [empty] {
          let request = InstructionsRequest(cell: BodyCell.named(name), seed: RunPlan.defaultSeed)
          let rows = try await worker.instructionCounts(of: request, overhead: overhead).rows()
          figures[name] =
            rows.first { $0.phase == .total && $0.metric == .instructions }?.summary?.mean
        }
        return (overhead, figures)
      }
      let floor = try await lackey(empty, executable: folder.worker)
      var bodies: [Body] = []
      for name in counted {
        guard let figure = counter[name], let harness = counter[empty] else {
          throw RunError("valgrind reported no instructions of \(name): build HarnessNoise anew")
        }
        bodies.append(
          Body(
            name: name, counter: figure - harness,
            lackey: try await lackey(name, executable: folder.worker) - floor))
      }
      guard let emptyPhase = overhead.phases[.format]?.instructions else {
        throw RunError(
          "valgrind reported no instructions of an empty phase: build HarnessNoise anew")
      }
      return InstructionOverheads(
        bodies: bodies, emptyPhase: emptyPhase,
        emptyPhaseInRest: overhead.interruption.instructions,
        slowdown: try await slowdown(folder))
    }
  }

  /// Instructions per call: the cost that a number of additional calls adds to a whole process.
  private static func lackey(_ body: String, executable: String) async throws -> Double {
    let few = 100
    let many = 300
    func total(_ calls: Int) async throws -> Int {
      let text = try await SystemTool.standardError(
        of: "valgrind",
        [
          "--vgdb=no", "--tool=lackey", "--basic-counts=yes", executable, "--cell",
          BodyCell.named(body).id, "--calls", "\(calls)",
        ], package: "valgrind")
      // The line looks like this: ==1==   guest instrs:  12,345
      guard let match = text.firstMatch(of: /guest instrs: +([0-9,]+)/),
        let count = Int(match.1.filter { $0 != "," })
      else {
        throw RunError("lackey reported no instructions of \(body); use valgrind 3.15 or newer")
      }
      return count
    }
    async let first = total(few)
    async let second = total(many)
    let (a, b) = try await (first, second)
    return Double(b - a) / Double(many - few)
  }

  /// The time that additional calls add to a process under the counter, divided by the time that they add outside it.
  private static func slowdown(_ folder: ValgrindFolder) async throws -> Double {
    func seconds(_ calls: Int, under tool: [String]) async throws -> Double {
      let command =
        tool + [folder.worker, "--cell", BodyCell.named(slowed).id, "--calls", "\(calls)"]
      let start = ContinuousClock.now
      _ = try await SystemTool.standardError(
        of: command[0], Array(command.dropFirst()), package: nil)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    func slope(_ few: Int, _ many: Int, under tool: [String]) async throws -> Double {
      let short = try await seconds(few, under: tool)
      let long = try await seconds(many, under: tool)
      return (long - short) / Double(many - few)
    }
    let outside = try await slope(1_000, 201_000, under: [])
    let under = try await slope(
      100, 5_100,
      under: [
        "env", "VALGRIND_LIB=\(try await CounterTool.folder())", "valgrind", "--vgdb=no",
        "--tool=\(CounterTool.name)",
      ])
    return under / outside
  }
}
