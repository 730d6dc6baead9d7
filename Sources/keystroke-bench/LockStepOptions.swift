import ArgumentParser
import BenchmarkRunner

/// What `ab` and `noise` are told about their rounds.
struct LockStepOptions: ParsableArguments {
  @Option(help: "The seed of the scripts, of all orders, of the draws and of the permutations.")
  var seed = RunPlan.defaultSeed

  @Option(
    help: ArgumentHelp(
      "Measure pairs on so many processors side by side.",
      discussion:
        "More rounds in the same time, each a little noisier where processors share caches."))
  var jobs = 1

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs must be at least 1, not \(jobs).") }
  }
}
