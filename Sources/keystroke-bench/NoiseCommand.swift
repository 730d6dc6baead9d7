import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import BenchmarkRunner
import Foundation
import KeystrokeWorkload

/// `keystroke-bench noise`.
struct NoiseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "noise",
    abstract:
      "Compares a build with itself, and tells what this machine can find and how often it errs.",
    discussion: """
      Rounds of a lock-step comparison are measured for a given time, both sides from one build. Comparisons are then \
      put together of them, each as long as --budget, and judged as ab does, except that no change is excused by where \
      code lies: any alarm is a false one. --from takes the rounds of two runs that ab has left instead, which may be of \
      two builds, and judges them just as ab does.

      Exit status: 0 measured; 2 the work could not be done; 130 interrupted.

      Examples:
        keystroke-bench noise
        keystroke-bench noise --time 1200 --budget 60 --comparisons 200
        keystroke-bench noise --strategy 'incremental-*' --length 9 --time 60 --budget 15
        keystroke-bench noise --pool 1000 --out results/runs/equal
        keystroke-bench noise --from results/runs/long-baseline results/runs/long-candidate
      """)

  @Option(
    help: ArgumentHelp("How long to measure, in seconds.", valueName: "seconds"))
  var time = 300.0

  @Option(
    help: ArgumentHelp("How long each comparison is, in seconds.", valueName: "seconds"))
  var budget = LockStepPlan.defaultBudget

  @Option(help: "Each comparison has so many rounds, in place of --budget.")
  var rounds: Int?

  @Option(help: "Measure so many rounds, in place of --time.")
  var pool: Int?

  @Option(help: "How many comparisons to put together.")
  var comparisons = 100

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Two runs that ab or noise has left, baseline first; nothing is measured.", valueName: "runs")
  )
  var from: [String] = []

  @Flag(
    help: """
      With --from: a change counts although the instructions did not change with it, as statistics alone have it.
      """)
  var statisticsOnly = false

  @Option(
    help: ArgumentHelp(
      "Keep the rounds in two runs whose names begin so, with -baseline and -candidate added.",
      valueName: "path"))
  var out: String?

  @OptionGroup var lockStep: LockStepOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    guard from.isEmpty || from.count == 2 else {
      throw ValidationError("--from takes two runs, baseline and candidate, not \(from.count).")
    }
    guard comparisons >= 1 else {
      throw ValidationError("--comparisons must be at least 1, not \(comparisons).")
    }
    guard budget > 0, time > 0, time <= 86_400 else {
      throw ValidationError(
        "--time and --budget must be above 0, and --time at most 86400 seconds.")
    }
    guard !from.isEmpty || pool != nil || rounds != nil || time >= budget else {
      throw ValidationError(
        "--time must be at least --budget, or there is not one whole comparison.")
    }
    for (name, value) in [("--rounds", rounds), ("--pool", pool)] {
      if let value, value < 1 {
        throw ValidationError("\(name) must be at least 1, not \(value).")
      }
    }
    if let rounds, let pool, pool < rounds {
      throw ValidationError(
        "--pool must be at least --rounds, or there is not one whole comparison.")
    }
  }

  func run() async throws {
    let thresholds = try thresholds.thresholds(in: results)
    let progress = TerminalProgress()
    let recordings =
      if from.isEmpty {
        try await measure(progress)
      } else {
        try LockStepRecordings(
          baseline: results.baselines.resolve(from[0]),
          candidate: results.baselines.resolve(from[1]), filter: filter.filter)
      }
    progress.begin(steps: comparisons)
    let study = try NoiseStudy(
      recordings, comparisons: comparisons, rounds: rounds ?? recordings.rounds(in: budget),
      thresholds: thresholds,
      ignoresLayout: from.isEmpty || statisticsOnly, seed: lockStep.seed
    ) { progress.step("judging", "\(comparisons) comparisons") }
    progress.end()
    try StandardOutput.write(study.rendered(as: output.format))
  }

  /// Measures the build against itself; what was measured is kept only where that is asked for.
  private func measure(_ progress: TerminalProgress) async throws -> LockStepRecordings {
    let kept = try out ?? "\(TemporaryPlace.fresh())/noise"
    let folders = [LockStepRecord.Role.baseline, .candidate].map { "\(kept)-\($0.rawValue)" }
    defer {
      if out == nil {
        for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
      }
    }
    var plan = try suite.plan(filter: filter.filter)
    plan.seed = lockStep.seed
    plan.allocations = false
    var sides = [plan, plan]
    for (place, role) in [LockStepRecord.Role.baseline, .candidate].enumerated() {
      sides[place].start = plan.start
      sides[place].folder = folders[place]
      sides[place].pair(as: role, budget: time)
    }
    var long = LockStepPlan(
      baseline: sides[0], candidate: sides[1], budget: pool == nil ? time : 86_400)
    long.rounds = pool
    long.jobs = lockStep.jobs
    let measuring = LockStep(long, progress: progress)
    do {
      try await Interruption.guarding { try await measuring.run(judge: TirelessJudge()) }
    } catch var interrupted as Interrupted {
      interrupted.folder = folders.joined(separator: " and ")
      interrupted.cure = nil
      if out == nil { interrupted.lost = nil }
      throw interrupted
    }
    return try LockStepRecordings(
      baseline: RunReader.read(folders[0]), candidate: RunReader.read(folders[1]),
      filter: CellFilter())
  }
}
