import ArgumentParser
import BenchmarkConductor
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench doctor`.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks whether this machine is fit to measure, and says what to do about it.",
    discussion: """
      Examples:
        keystroke-bench doctor

      Exit status: 0 fit; 2 not fit.
      """)

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var suite: SuiteOptions

  func run() async throws {
    verbosity.apply()
    let diagnosis = await Diagnosis.make(worker: suite.path, shim: BuildFolder.shim)
    try StandardOutput.write(DiagnosisText.render(diagnosis))
    guard diagnosis.canMeasure || suite.allowDebug else {
      throw Problem(
        "this machine cannot measure as it is", hint: "do what the lines marked fail say")
    }
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
