import BenchmarkResults

extension LockStepJudgement {
  /// The judgement of two runs, as it was while they were measured; nil unless they are the two sides of one comparison,
  /// and it was judged.
  init?(_ before: ComparisonSide, _ after: ComparisonSide, thresholds: Thresholds) {
    guard let rounds = LockStepRecordings(before, after), let suite = rounds.suite else {
      return nil
    }
    self.init(suite: suite, thresholds: thresholds, seed: before.run.metadata.seed)
    hear(instructions: rounds.instructions)
    var next = 0
    for look in rounds.looks {
      for round in rounds.times[
        min(next, rounds.times.count)..<min(look.rounds, rounds.times.count)]
      {
        hear(times: round)
      }
      next = look.rounds
      _ = self.look(spent: look.spent)
    }
  }
}
