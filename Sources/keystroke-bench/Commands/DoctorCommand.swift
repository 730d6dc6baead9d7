import ArgumentParser
import BenchmarkConductor
import BenchmarkReport

/// `keystroke-bench doctor`.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks whether this machine is fit to measure, and says what to do about it.",
    discussion: """
      Examples:
        keystroke-bench doctor
        keystroke-bench doctor --noise

      With --noise it also measures the harness itself: an empty body, bodies of known ratios of time, and \
      bodies of known counts of allocations.

      Exit status: 0 fit; 1 an instrument does not tell the truth; 2 not fit.
      """)

  @Flag(help: "Measure what the harness costs, and whether its figures are true.")
  var noise = false

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var suite: SuiteOptions

  func run() async throws {
    verbosity.apply()
    let diagnosis = await Diagnosis.make(worker: suite.path, shim: BuildFolder.shim)
    try StandardOutput.write(DiagnosisText.render(diagnosis))
    guard diagnosis.canMeasure || suite.allowDebug else {
      throw RunError("this machine cannot measure as it is; do what the lines marked fail say")
    }
    guard noise else { return }
    let report = try await NoiseReport.measure(
      worker: BuildFolder.executable("HarnessNoise"), shim: BuildFolder.shim,
      allowsDebug: suite.allowDebug)
    try StandardOutput.write("\n" + NoiseText.render(report))
    guard report.checks.allSatisfy(\.isTrue) else { throw GateFailure() }
  }
}

/// A diagnosis for people: a line a point, the hints below.
enum DiagnosisText {
  static func render(_ diagnosis: Diagnosis) -> String {
    let grid = Grid(
      [.init(""), .init("point"), .init("finding")],
      rows: diagnosis.points.map { [$0.grade.rawValue, $0.name, $0.finding] })
    let hints = diagnosis.points.compactMap { point in
      point.hint.map { "  \(point.name): \($0)" }
    }
    return Document([.table(grid), .section("What helps:", [.list(hints)])]).text()
  }
}
