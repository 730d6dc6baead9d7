import ArgumentParser
import BenchmarkModel
import BenchmarkResults

/// The option for a part of the cells.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only the i-th of n parts of these cells.",
      discussion: """
        A cell belongs to a part by a hash of its value, locale, length and script, so that every machine finds the \
        same parts, and measures all strategies of a workload. Each part also has up to four cells of unformatted, by \
        which keystroke-bench merge, which joins the runs of all parts, compares the machines.
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
