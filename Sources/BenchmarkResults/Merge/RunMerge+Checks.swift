import BenchmarkModel

extension RunMerge {
  /// Refuses runs that are evidently not of one build, or not complete.
  static func check(_ runs: [Run]) throws(Problem) {
    for run in runs { try checkAlone(run) }
    for (place, run) in runs.enumerated() {
      for other in runs[..<place] { try check(run, against: other) }
    }
    try checkShards(runs)
  }

  /// The error for two runs that do not match.
  static func misfit(
    _ run: Run, _ other: Run, _ fact: String, hint: String? = nil
  ) -> Problem {
    Problem(file: run.name, problem: "does not fit \(other.name): \(fact)", hint: hint)
  }

  private static func checkAlone(_ run: Run) throws(Problem) {
    let metadata = run.metadata
    guard metadata.status == .finished else {
      throw Problem(
        file: run.name, problem: "the run is \(metadata.status.rawValue)",
        expected: "a finished one", hint: "measure it again")
    }
    guard metadata.savedFrom == nil else {
      throw Problem(
        file: run.name, problem: "a stored baseline, whose rounds are folded into one",
        expected: "the runs as they were measured")
    }
    guard metadata.paired == nil else {
      throw Problem(
        file: run.name, problem: "one side of a paired comparison, whose rounds belong to pairs",
        expected: "a run of keystroke-bench run")
    }
    guard !metadata.source.dirty else {
      throw Problem(
        file: run.name,
        problem:
          "measured with changes that are not committed\(metadata.source.changes.map { " (\($0))" } ?? ""), so nothing shows that the others ran the same code",
        hint: "commit, then measure again")
    }
    guard !run.rows.isEmpty || metadata.plan.shard != nil else {
      throw Problem(
        file: run.name, problem: "the run has no rows", expected: "some",
        hint: "measure again, with cells")
    }
  }

  private static func check(_ run: Run, against other: Run) throws(Problem) {
    let (a, b) = (run.metadata, other.metadata)
    guard a != b else {
      throw misfit(
        run, other, "they are the same run, whose rounds would count twice",
        hint: "name each run once")
    }
    // Git writes as many digits as make a commit unique, which may be more on one machine.
    let (commit, otherCommit) = (a.source.commit, b.source.commit)
    guard commit.hasPrefix(otherCommit) || otherCommit.hasPrefix(commit),
      commit.isEmpty == otherCommit.isEmpty
    else {
      throw misfit(run, other, "the commit is \(commit), there \(otherCommit)")
    }
    let common = instruments(of: run).intersection(instruments(of: other))
    var differences =
      [FactDifference("seed", "\(a.plan.seed)", "\(b.plan.seed)")].compactMap(\.self)
      + a.toolchain.differences(from: b.toolchain)
      + [.shim, .valgrind].filter(common.contains).flatMap {
        a.toolchain.differences(from: b.toolchain, of: $0)
      }
    if common.contains(.valgrind),
      let architecture = FactDifference("architecture", a.architecture, b.architecture)
    {
      differences.append(architecture)
    }
    if let first = differences.first {
      throw misfit(
        run, other,
        "\(first.name) is \(first.before ?? "unknown"), there \(first.after ?? "unknown")")
    }
  }

  private static func checkShards(_ runs: [Run]) throws(Problem) {
    guard let first = runs.first(where: { $0.metadata.plan.shard != nil }),
      let shard = first.metadata.plan.shard
    else { return }
    for run in runs {
      guard let part = run.metadata.plan.shard else {
        throw misfit(
          run, first, "it is not a shard, there \(shard.name)", hint: "merge the shards first")
      }
      guard part.count == shard.count else {
        throw misfit(run, first, "it is shard \(part.name), there \(shard.name)")
      }
      guard part.cells == shard.cells, part.digest == shard.digest,
        run.metadata.plan.suites == first.metadata.plan.suites
      else {
        throw misfit(
          run, first,
          "they are shards of different wholes, of \(part.cells) and \(shard.cells) cells",
          hint: "measure all shards with the same suite and filters")
      }
    }
    let given = Set(runs.compactMap { $0.metadata.plan.shard?.index })
    let missing = (1...max(shard.count, 1)).filter { !given.contains($0) }
    guard missing.isEmpty else {
      throw Problem(
        file: runs.map(\.name).joined(separator: " and "),
        problem: "of \(shard.count) shards \(words(missing)) missing",
        hint: "measure it with: keystroke-bench run --shard \(missing[0])/\(shard.count)")
    }
    let cells = Set(runs.flatMap { run in run.rows.series.map(\.cell).filter(run.owns) })
    guard cells.count == shard.cells, Shard.digest(of: cells) == shard.digest else {
      throw Problem(
        file: runs.map(\.name).joined(separator: " and "),
        problem:
          "the shards contain \(cells.count) cells together, which are not those of the whole",
        expected: "\(shard.cells)", hint: "measure the shards again")
    }
  }

  private static func words(_ numbers: [Int]) -> String {
    numbers.map(String.init).joined(separator: ", ") + (numbers.count == 1 ? " is" : " are")
  }

  private static func instruments(of run: Run) -> Set<Instrument> {
    Set(run.rows.series.map(\.instrument))
  }
}
