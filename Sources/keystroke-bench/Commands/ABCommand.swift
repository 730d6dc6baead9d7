import ArgumentParser
import BenchmarkConductor
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation

/// `keystroke-bench ab`.
struct ABCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ab",
    abstract:
      "Builds two commits, measures them side by side, and fails if the second is worse.",
    discussion: """
      Examples:
        keystroke-bench ab main
        keystroke-bench ab main --require-within 3%
        keystroke-bench ab HEAD~1 HEAD --budget 2m

      Each side is checked out and built once, in a repository of the tool's own; yours is only read. What is exact is \
      counted on each side. Then pairs of fresh processes alternate, cell by cell, on one processor, until every time is \
      decided or the budget is spent. Every round links both sides anew, with their functions in another order, so that a \
      change of times is one of the code and not of its layout. What is large and undecided then is measured once more. \
      Two sides that are the same program, byte for byte, are not measured; else every cell is counted and timed, those \
      that execute changed code first. \
      Unlike those of compare and check, times gate here.

      Two runs are left that name each other, so that compare gives the same verdict again.

      If a strategy's time has no bound, or exact metrics could not gate, the verdict is UNDECIDED.

      Exit status: 0 nothing got worse for sure, or UNDECIDED; 1 something did, or UNDECIDED with --require-decision; 2 the \
      work could not be done, or a commit is too old; 125 a commit does not build; 130 interrupted.

      More examples:
        keystroke-bench ab v1.2 . --strategy 'incremental-*' --format markdown
        keystroke-bench ab ./before/MyBenchmarks ./after/MyBenchmarks
        keystroke-bench ab main --build 'make bench' --worker out/MyBenchmarks
      """)

  @Argument(
    help: "The side compared against: a commit, a branch, a tag, or the path of an executable.")
  var base: String

  @Argument(help: "The side in question: the same, or . for the work tree as it is.")
  var candidate = "."

  @Option(
    help: ArgumentHelp(
      "How long to time both sides and link them anew, as in 30s or 2m; building and counting are not in it.",
      valueName: DurationOption.valueName))
  var budget = DurationOption(seconds: PairedPlan.defaultBudget)

  @Option(help: "Maximum number of pairs of processes. Default: as many as the budget allows.")
  var rounds: Int?

  @Flag(
    inversion: .prefixedNo,
    help: """
      After the budget, measure again what is large and undecided, on fresh links, for at most the same time.
      """)
  var confirm = true

  @Option(
    help: ArgumentHelp(
      "Fail unless it is sure that no strategy's keystroke is slower by more than this share.",
      discussion: "As 3% or 0.03. Default: what is not sure fails nothing.", valueName: "share"))
  var requireWithin: Share?

  @Flag(
    help: """
      Measure every cell in every round, also those that are decided, in one stage: for noise --from.
      """)
  var everyRound = false

  @Option(
    help: ArgumentHelp(
      "The beginning of the names of both runs, to which -baseline and -candidate are added.",
      discussion: "Default: results/runs/ and the time.", valueName: "path"))
  var out: String?

  @OptionGroup var measured: MeasuredOptions

  @Option(
    help: ArgumentHelp(
      "What counts instructions.",
      discussion: """
        They explain a change of times. If each side has one link, a smaller change without them is not \
        called one: see --links.
        """))
  var instructions = InstructionSource.valgrind

  @Flag(
    help: """
      Count every cell, also those that were counted before, and measure sides that are the same program.
      """)
  var recount = false

  @Option(
    help: ArgumentHelp(
      "How to build a commit, for sh in the folder of the package; needs --worker.",
      discussion: "Default: swift build -c release, of the suite's product.", valueName: "command"))
  var build: String?

  @OptionGroup var decision: DecisionOptions
  @OptionGroup var paired: PairedOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    try budget.validate("--budget", atMost: .day)
    try requireWithin?.validate("--require-within")
    if requireWithin != nil, !measured.time {
      throw ValidationError("--require-within needs times; leave out --no-time.")
    }
    if let rounds, rounds < 1 {
      throw ValidationError("--rounds must be at least 1, not \(rounds).")
    }
    guard (build == nil) == (suite.worker == nil) else {
      throw ValidationError(
        build == nil
          ? "--worker names what --build leaves; give both, or name two executables in place of commits."
          : "--build needs --worker: the path of the executable that it leaves, in the folder of the package."
      )
    }
    if out?.isEmpty == true { throw ValidationError("--out is empty; name a path.") }
  }

  func run() async throws {
    let suffixes = [PairedRecord.Role.baseline, .candidate].map { "-\($0.rawValue)" }
    guard let out else {
      return try await FreshRun.with(in: results.results, suffixes: suffixes) { fresh in
        try await measure(into: suffixes.map { fresh.path + $0 }, (fresh.start, fresh.number))
      }
    }
    let folders = suffixes.map { out + $0 }
    for folder in folders where FileManager.default.fileExists(atPath: folder) {
      throw Problem(
        "\(folder) is already there", hint: "name another path with --out")
    }
    try await measure(into: folders, (Date(), 1))
  }

  /// Measures both sides into two folders, and prints what came of it.
  private func measure(into folders: [String], _ begun: (start: Date, number: Int)) async throws {
    // Before minutes of building, not after them.
    let thresholds = try thresholds.thresholds(in: results)
    try MeasuringTools.check(isPaired: true)
    let progress = TerminalProgress()
    do {
      try await Interruption.guarding {
        let sides = try await sides(progress)
        let seed = paired.drawnSeed()
        var plan = PairedPlan(
          baseline: self.plan(sides[0], .baseline, seed, begun, folder: folders[0]),
          candidate: self.plan(sides[1], .candidate, seed, begun, folder: folders[1]),
          seed: seed, budget: budget.seconds)
        plan.rounds = rounds
        plan.confirms = confirms
        plan.recounts = recount
        let isSame = areSame(sides)
        if isSame {
          plan.countOnly()
          progress.remark("both sides are the same program: nothing is timed")
        } else {
          plan.remarks = [sides[1].filesRemark(against: sides[0])].compactMap(\.self)
          let remarks = paired.apply(to: &plan, of: sides)
          if measured.time { remarks.forEach(progress.remark) }
        }
        let rule = StopWhenDecided(
          PairedTest(
            suite: suite.suite, thresholds: thresholds, seed: seed,
            links: plan.relinkers == nil ? .one : .fresh, confirms: confirms),
          keepsAll: everyRound)
        try await PairedMeasurement(plan, progress: progress).run(stopping: rule)
      }
    } catch var interrupted as Interrupted {
      interrupted.folder = folders.joined(separator: " and ")
      throw interrupted
    }
    StandardStreams.complain(line: "runs: \(folders.joined(separator: " "))")
    let baseline = try RunReader.read(folders[0])
    let comparison = try Comparison(
      baseline: baseline, candidate: RunReader.read(folders[1]), thresholds: thresholds,
      isKnownElsewhere: self.thresholds.isKnownElsewhere(in: results),
      requiredWithin: requireWithin?.value)
    try StandardOutput.write(comparison.rendered(as: output.format), as: output.format)
    try decision.gate([comparison.verdict])
  }

  /// True if both sides do the same, so that there is nothing to measure; a pool of rounds, and what is to be counted again,
  /// are measured all the same.
  private func areSame(_ sides: [CommitBuilder.Build]) -> Bool {
    !everyRound && !recount && measured.allocations && sides[1].isSame(as: sides[0])
  }

  /// A pool of rounds for noise has no second stage, whose rounds lack cells.
  private var confirms: Bool { confirm && !everyRound }

  /// The workers of both sides; commits are built.
  private func sides(_ progress: TerminalProgress) async throws -> [CommitBuilder.Build] {
    let names = [base, candidate]
    let executables = names.map(Self.isExecutable)
    if executables.allSatisfy(\.self) {
      return names.map(CommitBuilder.Build.init(executable:))
    }
    if let place = executables.firstIndex(of: true) {
      throw Problem(
        "\(names[place]) is an executable but \(names[1 - place]) is not",
        hint: "name two commits or two executables")
    }
    let recipe = CommitBuilder.Recipe(command: build, product: suite.product)
    return try await CommitBuilder(
      package: FileManager.default.currentDirectoryPath, recipe: recipe, progress: progress,
      check: { [instructions] in
        if instructions == .valgrind { try await ValgrindTools.check() }
      }
    ).build(names)
  }

  private static func isExecutable(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return name.contains("/")
      && FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: name)
  }

  private func plan(
    _ side: CommitBuilder.Build, _ role: PairedRecord.Role, _ seed: UInt64,
    _ begun: (start: Date, number: Int), folder: String
  ) -> RunPlan {
    var plan = RunPlan(
      worker: side.worker, shim: BuildFolder.shim, folder: folder, argv: CommandLine.arguments)
    (plan.start, plan.number) = begun
    plan.filter = filter.filter
    plan.times = measured.time
    plan.allocations = measured.allocations
    plan.instructions = instructions
    plan.allowsDebug = suite.allowDebug
    plan.commit = side.commit
    plan.countsFolder = side.counts
    plan.workingFolder = side.workingFolder
    plan.pair(as: role, budget: budget.seconds, seed: seed)
    plan.paired?.confirms = confirms
    plan.paired?.harnessChanges = side.harnessChanges
    plan.paired?.outside = side.outside.isEmpty ? nil : side.outside
    return plan
  }
}
