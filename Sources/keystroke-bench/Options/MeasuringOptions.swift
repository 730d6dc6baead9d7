import ArgumentParser
import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The options for the measurements of `run`, `check` and `ab` other than instructions.
struct MeasuredOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Time keystrokes.")
  var time = true

  @Flag(inversion: .prefixedNo, help: "Count allocations, with the shim preloaded.")
  var allocations = true
}

/// The options of `run` and `check` for measuring.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The number of fresh processes that time each cell.",
      discussion: """
        Default: \(RunPlan.defaultRounds). If neither this nor --cell-time is given, and timing would take \
        more than \(Int(RunPlan.secondsOfTiming)) seconds, rounds are shorter and fewer; the run says so.
        """))
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "How long to time each cell in a round, as in 30ms or 1s.",
      discussion: "Default: \(Int(RunPlan.defaultMilliseconds))ms.",
      valueName: DurationOption.valueName))
  var cellTime: DurationOption?

  @Option(
    help: ArgumentHelp(
      "The seed of the scripts and of the order of cells.",
      discussion: "Default: \(RunPlan.defaultSeed), or for check that of the baseline."))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The folder to leave the run in. Default: results/runs/ and the time.", valueName: "dir"))
  var out: String?

  @OptionGroup var measured: MeasuredOptions

  @Option(
    help: ArgumentHelp(
      "What counts instructions, retains and releases.",
      discussion: """
        Default: valgrind, but none for more than \(RunPlan.cellsWithInstructions) cells, which would take minutes.
        """))
  var instructions: InstructionSource?

  @Flag(
    help: """
      Store beside the run where its allocations, instructions, retains and releases come from (sites.csv), for \
      compare and profile.
      """)
  var sites = false

  @OptionGroup var suite: SuiteOptions

  /// True for what the user did not leave out, so that `check` compares it; what is sampled belongs to the times.
  func isMeant(_ measure: SeriesKey.Measure) -> Bool {
    switch measure.instrument {
    case .clock: measured.time
    case .shim: measured.allocations
    case .valgrind: instructions != InstructionSource.none
    case .host: measured.time || !measure.metric.isSampled
    }
  }

  func validate() throws {
    if let rounds, rounds < 1 {
      throw ValidationError("--rounds must be at least 1, not \(rounds).")
    }
    if let rounds, rounds > ResultsBounds.rounds {
      throw ValidationError("--rounds must be at most \(ResultsBounds.rounds), not \(rounds).")
    }
    try cellTime?.validate("--cell-time", atMost: DurationOption(seconds: 60))
    if sites && !measured.allocations && instructions == InstructionSource.none {
      throw ValidationError(
        "--sites needs allocations or instructions; leave out --no-allocations or --instructions none."
      )
    }
    if out?.isEmpty == true { throw ValidationError("--out is empty; name a folder.") }
  }

  /// Measures, and reads the run that was written; a run that a signal ended is kept.
  ///
  /// - Returns: the run, and the error for strategies that it lacks, to be thrown once the run is shown.
  /// - Throws: ``Interrupted`` if a signal ended the run; otherwise the errors of the conductor.
  func measure(
    _ filter: CellFilter, shard: Shard? = nil, results: String,
    defaultSeed: UInt64 = RunPlan.defaultSeed, sitedCells: Set<Cell> = []
  ) async throws -> (run: Run, leftOut: Problem?) {
    guard out == nil else {
      return try await measure(
        filter, shard: shard, folder: out ?? "", defaultSeed: defaultSeed, sitedCells: sitedCells)
    }
    return try await FreshRun.with(in: results) { fresh in
      try await measure(
        filter, shard: shard, folder: fresh.path, start: fresh.start, number: fresh.number,
        defaultSeed: defaultSeed, sitedCells: sitedCells)
    }
  }

  /// Measures into a folder.
  func measure(
    _ filter: CellFilter, shard: Shard? = nil, folder: String, start: Date = Date(),
    number: Int = 1, defaultSeed: UInt64 = RunPlan.defaultSeed, sitedCells: Set<Cell> = []
  ) async throws -> (run: Run, leftOut: Problem?) {
    var plan = try suite.plan(filter: filter, folder: folder)
    plan.shard = shard
    plan.start = start
    plan.number = number
    plan.isFlexible = rounds == nil && cellTime == nil
    plan.rounds = rounds ?? RunPlan.defaultRounds
    plan.millisecondsACell = cellTime?.milliseconds ?? RunPlan.defaultMilliseconds
    plan.seed = seed ?? defaultSeed
    plan.times = measured.time
    plan.allocations = measured.allocations
    plan.instructions = instructions ?? .valgrind
    plan.sites = sites
    plan.sitedCells = sitedCells
    plan.instructionsAreOptional = instructions == nil
    let conductor = Conductor(plan, progress: TerminalProgress())
    let leftOut: Problem?
    do {
      leftOut = try await Interruption.guarding { try await conductor.run() }
    } catch var interrupted as Interrupted {
      interrupted.folder = folder
      throw interrupted
    }
    if Verbosity.present != .quiet { StandardStreams.complain(line: "run: \(folder)") }
    return (try RunReader.read(folder), leftOut)
  }
}

extension InstructionSource: ExpressibleByArgument {}
