import BenchmarkResults

extension PairedTest {
  /// Repeats the test of two runs as it was made while they were measured; nil unless they are the two sides of one
  /// comparison with at least one look.
  init?(_ before: RunIndex, _ after: RunIndex, thresholds: Thresholds) {
    guard let rounds = PairedRecordings(before, after), let suite = rounds.suite else {
      return nil
    }
    let record = rounds.record
    self.init(
      suite: suite, thresholds: thresholds, seed: record.seed,
      links: record.links, confirms: record.confirms)
    add(instructions: rounds.instructions)
    var next = 0
    var confirms = false
    var part = rounds.looks.first?.part
    if part != nil { halve() }
    for look in rounds.looks {
      if look.part == .rest, part == .changed {
        part = look.part
        beginRest()
      }
      if look.confirms, !confirms {
        confirms = true
        _ = beginConfirmation()
      }
      for round in rounds.times[
        min(next, rounds.times.count)..<min(look.rounds, rounds.times.count)]
      {
        add(times: round)
      }
      next = look.rounds
      _ = self.look(spent: look.spent)
    }
  }
}
