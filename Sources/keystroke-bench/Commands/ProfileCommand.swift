import ArgumentParser
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

extension ProfileFormat: ExpressibleByArgument {}
extension Metric: ExpressibleByArgument {}
extension RowPhase: ExpressibleByArgument {}

/// `keystroke-bench profile`.
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Shows which functions a keystroke of a cell spends its cost in.",
    usage: "keystroke-bench profile [<A..B>] <cell> [<options>]",
    discussion: """
      Examples:
        keystroke-bench profile onchange-reformat/int/fr_FR/9/type
        keystroke-bench profile delegate-filter/int/fr_FR/9/type --format svg > a.svg
        keystroke-bench profile onchange-reformat/int/fr_FR/9/type --setup
        keystroke-bench profile main..first delegate-filter/int/fr_FR/9/type

      A cell is as `keystroke-bench list` names it. With A..B, two runs or stored baselines that were measured \
      with --sites, it shows what grew and what shrank from A to B, by place and phase.

      The svg is a flame graph that opens in any browser: click to zoom, / to search. The frames of the harness \
      are folded away, with their cost in what is left.

      cpu samples stacks by frame pointers, in user space. If a function without one, as of libc, is on top, \
      its caller may be missing; the rest of the stack is right. It cannot tell phases.

      Exit status: 0 shown; 2 the work could not be done; 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "The cell; before it, to compare, two runs or baselines with .. between.", valueName: "cell"))
  var subjects: [String]

  @Option(help: ArgumentHelp("What to count: \(ProfileKinds.help).", valueName: "kind"))
  var kind: String?

  @Option(
    help: ArgumentHelp(
      "Of two runs: the metric. Default: all that both have.", valueName: "metric"))
  var metric: Metric?

  @Option(help: "text, folded (for flamegraph.pl), speedscope (for speedscope.app) or svg.")
  var format = ProfileFormat.text

  @Option(help: ArgumentHelp("The file to write, instead of standard output.", valueName: "file"))
  var out: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "cpu: how long to press keystrokes, as in 3s or 1m. Default: 3s.",
      valueName: DurationOption.valueName))
  var duration: DurationOption?

  @Option(help: "text: the maximum number of lines of a table.")
  var top = 20

  @Option(help: ArgumentHelp("Only this phase; cpu knows none.", valueName: "phase"))
  var phase: RowPhase?

  @Flag(help: "Keep the frames of the harness.")
  var harness = false

  @Flag(
    name: .customLong("setup"),
    help: "The making of a field instead of its keystrokes, by --kind \(ProfileKinds.ofSetUp).")
  var isOfSetUp = false

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    guard (1...2).contains(subjects.count) else {
      throw ValidationError(
        "profile takes a cell, or A..B and a cell to compare two runs, not \(subjects.count) arguments."
      )
    }
    if Cell(id: subjects[subjects.count - 1]) == nil {
      throw ValidationError(
        "\(subjects[subjects.count - 1]) is not a cell; write strategy/value/locale/length/script, as `keystroke-bench list` does."
      )
    }
    if let kind, ProfileKinds.named(kind) == nil {
      throw ValidationError("unknown --kind \(kind); choose one of \(ProfileKinds.names).")
    }
    if phase != nil {
      if isOfSetUp {
        throw ValidationError("--phase is a part of a keystroke, and --setup is not.")
      }
      if subjects.count == 1, (kind ?? ProfileKinds.all[0].name) == CPUProfileKind().name {
        throw ValidationError(
          "--kind cpu cannot tell phases; with --phase choose one of \(ProfileKinds.ofSetUp).")
      }
    }
    try duration?.validate("--for", atMost: DurationOption(seconds: 600))
    if isOfSetUp {
      if let kind, ProfileKinds.named(kind)?.canShowSetUp == false {
        throw ValidationError(
          "--kind \(kind) cannot show --setup; choose one of \(ProfileKinds.ofSetUp).")
      }
      if var cell = Cell(id: subjects[0]), !cell.measuresSetUp {
        cell.script = "type"
        throw ValidationError(
          "--setup is measured in cells of the script type alone; write \(cell.id).")
      }
    }
    if top < 1 { throw ValidationError("--top must be at least 1, not \(top).") }
    if out?.isEmpty == true { throw ValidationError("--out is empty; name a file.") }
    if subjects.count == 2 {
      if subjects[0].firstRange(of: "..") == nil {
        throw ValidationError("\(subjects[0]) is not A..B, two runs or baselines with .. between.")
      }
      if kind != nil || duration != nil {
        throw ValidationError(
          "--kind and --for are for measuring; of two runs choose a --metric.")
      }
      if format == .speedscope {
        throw ValidationError("speedscope shows no differences; choose --format svg.")
      }
    } else if metric != nil {
      throw ValidationError("--metric is for comparing two runs; choose a --kind.")
    }
  }

  func run() async throws {
    verbosity.apply()
    guard let cell = Cell(id: subjects[subjects.count - 1]) else { return }
    // A file has no columns.
    if out != nil { Screen.width = nil }
    let text = subjects.count == 2 ? try difference(of: cell) : try await measured(cell)
    try OutputFile.write(text, to: out)
  }

  private func measured(_ cell: Cell) async throws -> String {
    let usual = ProfileKinds.all.first { $0.canShowSetUp || !isOfSetUp }
    guard let kind = kind.map(ProfileKinds.named) ?? usual else { return "" }
    let plan = try suite.plan(filter: CellFilter(naming: cell))
    let seconds = duration?.seconds ?? 3
    let profile = try await Interruption.guarding {
      try await KnownCell.check(cell, plan: plan)
      return try await kind.profile(cell, plan: plan, seconds: seconds, isOfSetUp: isOfSetUp)
    }
    let shown = (harness ? profile : profile.withoutHarness()).only(phase)
    return try shown.rendered(as: format, top: top)
  }

  private func difference(of cell: Cell) throws -> String {
    let runs = try SitePair(subjects[0], baselines: results.baselines)
    let metrics = try runs.metrics(of: cell, chosen: metric)
    if metrics.count > 1 && format != .text {
      throw Problem(
        "\(format.rawValue) holds one metric, and both runs have \(metrics.count)",
        hint: "choose one with --metric: \(metrics.map(\.rawValue).joined(separator: ", "))")
    }
    return metrics.compactMap { metric in
      runs.difference(of: cell, metric: metric, phase: phase, harness: harness).rendered(
        as: format, top: top)
    }.joined(separator: "\n")
  }
}
