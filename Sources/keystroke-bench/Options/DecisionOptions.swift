import ArgumentParser
import BenchmarkComparison

/// The option for an undecided comparison.
struct DecisionOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Exit with 1 also if the verdict is UNDECIDED.",
      discussion: """
        For a release, which nobody may take for checked if it was not. Leave it out where a person reads the verdict, as on \
        a pull request: UNDECIDED names its reason and what to do.
        """))
  var requireDecision = false

  /// Fails if any comparison failed, or is undecided and must not be.
  func gate(_ verdicts: [Comparison.Verdict]) throws {
    guard verdicts.allSatisfy({ $0 == .pass || ($0 != .fail && !requireDecision) }) else {
      throw GateFailure()
    }
  }
}
