import ArgumentParser
import BenchmarkResults
import KeystrokeWorkload

/// Which part of the cells is meant.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only the i-th of n parts of these cells.",
      discussion: """
        A cell belongs to a part by a hash of its id, so that every machine finds the same parts. \
        keystroke-bench merge joins the runs of all parts.
        """,
      valueName: "i/n"))
  var shard: Shard?

  func validate() throws {
    if let shard, shard.count > ResultsBounds.shards {
      throw ValidationError("--shard must be one of at most \(ResultsBounds.shards) parts.")
    }
  }
}

extension Shard: ExpressibleByArgument {}
