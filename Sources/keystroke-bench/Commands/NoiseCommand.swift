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
        keystroke-bench noise --strategy 'incremental-*' --length 9 --budget 15s

      The commit is built, and rounds of a paired comparison are measured for five times the budget, in which both sides \
      have the same link of the one build, in each round another one. Comparisons are then put together from them, each as \
      long as the budget, and decided as ab decides: every alarm is false. Code that a commit changes lies elsewhere on \
      each side, so there a change must be a little larger to be found. With --worker both sides are copies of one \
      executable, and have one link: if instructions do not change with it, a change must also be larger than layout may \
      make it. --from takes the rounds of two runs that ab has left instead, which may be of two commits.

      Exit status: 0 measured; 2 the work could not be done; 130 interrupted.

      More examples:
        keystroke-bench ab . . --every-round --budget 20m --out results/runs/equal
        keystroke-bench noise --from results/runs/equal-baseline results/runs/equal-candidate
      """)

  /// The formats of a study.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: "The commit, or . for the work tree as it is; none with --worker or --from.")
  var commit: String?

  @Option(
    help: ArgumentHelp(
      "How long each comparison is, as in 1m.", valueName: DurationOption.valueName))
  var budget = DurationOption(seconds: PairedPlan.defaultBudget)

  @Option(help: "The number of rounds of each comparison, in place of --budget.")
  var rounds: Int?

  @Option(help: "How many comparisons to put together.")
  var comparisons = 100

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Two runs that ab --every-round has left, baseline first; nothing is measured.",
      valueName: "runs"))
  var from: [String] = []

  @Option(help: "How results are written.")
  var format = Format.text

  @OptionGroup var paired: PairedOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    guard from.isEmpty || from.count == 2 else {
      throw ValidationError("--from takes two runs, baseline and candidate, not \(from.count).")
    }
    guard commit == nil || (suite.worker == nil && from.isEmpty) else {
      throw ValidationError("name a commit, --worker or --from, and one of them alone.")
    }
    try budget.validate("--budget", atMost: .day)
    for (name, value) in [("--rounds", rounds), ("--comparisons", comparisons)] {
      if let value, value < 1 {
        throw ValidationError("\(name) must be at least 1, not \(value).")
      }
    }
  }

  /// The number of comparisons whose rounds are measured, to draw all comparisons from.
  private static let share = 5

  func run() async throws {
    let thresholds = try thresholds.thresholds(in: results)
    let progress = TerminalProgress()
    let recordings =
      if from.isEmpty {
        try await measure(thresholds, progress)
      } else {
        try PairedRecordings(
          baseline: results.baselines.resolve(from[0]),
          candidate: results.baselines.resolve(from[1]), filter: filter.filter)
      }
    progress.begin(steps: comparisons)
    let study = try NoiseStudy(
      recordings, comparisons: comparisons, rounds: rounds ?? recordings.rounds(in: budget.seconds),
      thresholds: thresholds, seed: paired.seed ?? RunPlan.defaultSeed
    ) { progress.step("deciding", "\(comparisons) comparisons") }
    progress.end()
    try StandardOutput.write(
      format == .json ? JSONText.encoded(study) : study.document.text())
  }

  /// Measures a build against itself; nothing is kept.
  private func measure(
    _ thresholds: Thresholds, _ progress: TerminalProgress
  ) async throws -> PairedRecordings {
    let folder = try TemporaryPlace.fresh()
    let folders = [PairedRecord.Role.baseline, .candidate].map { "\(folder)/\($0.rawValue)" }
    do {
      try await Interruption.guarding {
        let seed = paired.drawnSeed()
        let seconds =
          rounds == nil ? budget.seconds * Double(Self.share) : DurationOption.day.seconds
        var measured = suite
        var build: CommitBuilder.Build?
        if suite.worker == nil {
          build = try await CommitBuilder(
            package: FileManager.default.currentDirectoryPath,
            recipe: .init(product: suite.product), progress: progress
          ).build([commit ?? "."]).first
          measured.worker = build?.worker
        }
        var sides: [RunPlan] = []
        for (folder, role) in zip(folders, [PairedRecord.Role.baseline, .candidate]) {
          var side = try measured.plan(filter: filter.filter)
          side.folder = folder
          side.commit = build?.commit
          side.allocations = false
          side.pair(as: role, budget: seconds, seed: seed)
          sides.append(side)
        }
        var plan = PairedPlan(
          baseline: sides[0], candidate: sides[1], seed: seed, budget: seconds)
        plan.rounds = rounds.map { $0 * Self.share }
        let side = build ?? CommitBuilder.Build(executable: sides[0].worker)
        paired.apply(to: &plan, of: [side, side]).forEach(progress.remark)
        try await PairedMeasurement(plan, progress: progress).run(
          stopping: StopWhenDecided(
            PairedTest(suite: suite.suite, thresholds: thresholds, seed: seed), keepsAll: true))
      }
    } catch var interrupted as Interrupted {
      interrupted.words = "nothing is kept"
      throw interrupted
    }
    return try PairedRecordings(
      baseline: RunReader.read(folders[0]), candidate: RunReader.read(folders[1]),
      filter: CellFilter())
  }
}
