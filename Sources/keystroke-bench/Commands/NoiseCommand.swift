import ArgumentParser
import BenchmarkConductor
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation

/// `keystroke-bench noise`.
struct NoiseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "noise",
    abstract:
      "Compares a commit with itself, and tells what `ab` can find on this machine and how often it errs.",
    discussion: """
      Examples:
        keystroke-bench noise
        keystroke-bench noise v1.2
        keystroke-bench noise --for 20m --budget 1m --comparisons 200

      The commit is built, and rounds of a paired comparison are measured for a given time, in which both sides have the \
      same link of the one build, in each round another one. Comparisons are then put together from them, each as long as \
      --budget, and decided as ab decides: every alarm is false. Code that a commit changes lies elsewhere on each side, \
      so there a change must be a little larger to be found. With --worker both sides are copies of one executable. --from \
      takes the rounds of two runs that ab has left instead, which may be of two commits.

      Exit status: 0 measured; 2 the work could not be done; 130 interrupted.

      More examples:
        keystroke-bench noise --strategy 'incremental-*' --length 9 --for 1m --budget 15s
        keystroke-bench noise --pool 1000 --out results/runs/equal
        keystroke-bench noise --from results/runs/long-baseline results/runs/long-candidate
      """)

  @Argument(help: "The commit, or . for the work tree as it is; none with --worker or --from.")
  var commit: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long to measure, as in 5m.", valueName: DurationOption.valueName))
  var duration = DurationOption(seconds: 300)

  @Option(
    help: ArgumentHelp(
      "How long each comparison is, as in 1m.", valueName: DurationOption.valueName))
  var budget = DurationOption(seconds: PairedPlan.defaultBudget)

  @Option(help: "The number of rounds of each comparison, in place of --budget.")
  var rounds: Int?

  @Option(help: "The number of rounds to measure, in place of --for.")
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
      With --from, of runs with one link of each side: a change counts although the instructions did not change with it.
      """)
  var statisticsOnly = false

  @Option(
    help: ArgumentHelp(
      "Keep the rounds in two runs whose names begin so, with -baseline and -candidate added.",
      valueName: "path"))
  var out: String?

  @OptionGroup var paired: PairedOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    guard from.isEmpty || from.count == 2 else {
      throw ValidationError("--from takes two runs, baseline and candidate, not \(from.count).")
    }
    guard commit == nil || (suite.worker == nil && from.isEmpty) else {
      throw ValidationError("name a commit, --worker or --from, and one of them alone.")
    }
    guard comparisons >= 1 else {
      throw ValidationError("--comparisons must be at least 1, not \(comparisons).")
    }
    try budget.validate("--budget", atMost: .day)
    try duration.validate("--for", atMost: .day)
    guard !from.isEmpty || pool != nil || rounds != nil || duration.seconds >= budget.seconds else {
      throw ValidationError(
        "--for must be at least --budget, or there is not one whole comparison.")
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
        try PairedRecordings(
          baseline: results.baselines.resolve(from[0]),
          candidate: results.baselines.resolve(from[1]), filter: filter.filter)
      }
    progress.begin(steps: comparisons)
    let study = try NoiseStudy(
      recordings, comparisons: comparisons, rounds: rounds ?? recordings.rounds(in: budget.seconds),
      thresholds: thresholds,
      ignoresLayout: from.isEmpty || statisticsOnly, seed: paired.seed ?? RunPlan.defaultSeed
    ) { progress.step("deciding", "\(comparisons) comparisons") }
    progress.end()
    try StandardOutput.write(study.rendered(as: output.format))
  }

  /// The build of the commit; nil if an executable is named.
  private func build(_ progress: TerminalProgress) async throws -> CommitBuilder.Build? {
    guard suite.worker == nil else { return nil }
    return try await Interruption.guarding {
      try await CommitBuilder(
        package: FileManager.default.currentDirectoryPath, recipe: .init(product: suite.product),
        progress: progress
      ).build([commit ?? "."]).first
    }
  }

  /// Measures the build against itself; the runs are kept only if the user asked for that.
  private func measure(_ progress: TerminalProgress) async throws -> PairedRecordings {
    let kept = try out ?? "\(TemporaryPlace.fresh())/noise"
    let folders = [PairedRecord.Role.baseline, .candidate].map { "\(kept)-\($0.rawValue)" }
    defer {
      if out == nil {
        for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
      }
    }
    let seed = paired.drawnSeed()
    let build = try await build(progress)
    var measured = suite
    measured.worker = build?.worker ?? suite.worker
    var plan = try measured.plan(filter: filter.filter)
    plan.commit = build?.commit
    plan.allocations = false
    var sides = [plan, plan]
    for (place, role) in [PairedRecord.Role.baseline, .candidate].enumerated() {
      sides[place].start = plan.start
      sides[place].folder = folders[place]
      sides[place].pair(as: role, budget: duration.seconds, seed: seed)
    }
    var long = PairedPlan(
      baseline: sides[0], candidate: sides[1], seed: seed,
      budget: pool == nil ? duration.seconds : DurationOption.day.seconds)
    long.rounds = pool
    let side = build ?? CommitBuilder.Build(executable: plan.worker)
    paired.apply(to: &long, of: [side, side]).forEach(progress.remark)
    let measuring = PairedMeasurement(long, progress: progress)
    do {
      try await Interruption.guarding { try await measuring.run(stopping: NeverStop()) }
    } catch var interrupted as Interrupted {
      interrupted.folder = folders.joined(separator: " and ")
      if out == nil { interrupted.lost = nil }
      throw interrupted
    }
    return try PairedRecordings(
      baseline: RunReader.read(folders[0]), candidate: RunReader.read(folders[1]),
      filter: CellFilter())
  }
}
