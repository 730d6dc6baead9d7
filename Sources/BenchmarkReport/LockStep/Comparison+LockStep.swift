import BenchmarkResults
import BenchmarkStatistics
import KeystrokeWorkload

extension Comparison {
  /// What was decided of a phase of a cell.
  static func timedEntry(
    _ cell: SuiteCell, _ code: SeriesCode, _ judgement: LockStepJudgement
  ) -> ComparisonEntry {
    let subject = TimedSubject(scope: .cell(cell.cell), phase: code.phase)
    guard let verdict = judgement.verdicts[subject] else {
      return ComparisonEntry(
        cell, code, .inconclusive, note: "no round has a time above 0 on both sides")
    }
    var entry = ComparisonEntry(cell, code, Finding(verdict.verdict))
    entry.fails = verdict.verdict == .regressed
    entry.show(.min, verdict.baseline, verdict.baseline * verdict.effect.ratio)
    entry.spread = verdict.effect.interval
    if verdict.mayBeLayout {
      entry.note =
        "the instructions did not change with it: where the linker put the code may be all"
    }
    return entry
  }

  /// The times of a lock-step comparison in short: by strategy and phase, and what could not be decided.
  func lockStep(_ page: inout Page) {
    guard let judgement else { return }
    let rounds = judgement.verdicts.values.map(\.rounds).max() ?? 0
    page.heading("Times, in lock step over \(Words.count(rounds, "pair")) of processes")
    page.list([
      "Candidate over baseline with its interval; all \(judgement.verdicts.count) intervals hold at once, with a probability of \(Units.percent(1 - LockStepJudgement.level))."
    ])
    var grid = Grid([
      .init("strategy"), .init("phase"), .init("baseline", number: true),
      .init("ratio", number: true), .init("from", number: true), .init("to", number: true),
      .init("verdict"), .init("cells changed", number: true), .init("unchanged", number: true),
      .init("inconclusive", number: true),
    ])
    let times = entries.filter { $0.metric == .time }
    for (strategy, entries) in Dictionary(grouping: times, by: \.cell.strategy)
      .sorted(by: { $0.key < $1.key })
    {
      for phase in RowPhase.allCases {
        let cells = entries.filter { $0.phase == phase }
        guard !cells.isEmpty else { continue }
        let group = CellGroup(part: .strategy, name: strategy)
        let verdict = judgement.verdicts[TimedSubject(scope: .group(group), phase: phase)]
        let interval = verdict?.effect.interval
        grid.rows.append([
          strategy, phase.rawValue, Units.time(verdict?.baseline),
          Units.ratio(verdict?.effect.ratio), Units.ratio(interval?.lowerBound),
          Units.ratio(interval?.upperBound), verdict?.verdict.rawValue ?? Units.missing,
          String(cells.count(where: \.isChange)),
          String(cells.count { $0.finding == .unchanged }),
          String(cells.count { $0.finding == .inconclusive }),
        ])
      }
    }
    page.grid(grid)
    let placed = judgement.verdicts.count { subject, verdict in
      if case .cell = subject.scope { verdict.mayBeLayout } else { false }
    }
    if placed > 0 {
      page.list([
        "\(Words.count(placed, "time")) changed without the instructions: where the linker put the code may be all there is to it, so they are inconclusive."
      ])
    }
  }

  /// The causes, in the words of a sentence each.
  var causeSentences: [String] { causes.map(Self.sentence) }

  /// The change in short: `onchange-reformat format +5.0 %`.
  static func title(of cause: TimedCause) -> String {
    let whose =
      switch cause.subject.scope {
      case .cell(let cell): cell.id
      case .group(let group): group.title
      }
    return "\(whose) \(cause.subject.phase.rawValue) \(percent(cause.verdict.effect.ratio))"
  }

  static func sentence(_ cause: TimedCause) -> String {
    var text = title(of: cause)
    if let interval = cause.verdict.effect.interval {
      text += " (\(percent(interval.lowerBound)) to \(percent(interval.upperBound)))"
    }
    for (phase, effect) in cause.consequences {
      text += ", so \(phase.rawValue) \(percent(effect.ratio))"
    }
    if cause.cells.count > 1 { text += "; \(Words.count(cause.cells, "cell"))" }
    return text
  }

  private static func percent(_ ratio: Double) -> String { Units.change(from: 1, to: ratio) }
}

extension Finding {
  init(_ verdict: EffectVerdict) {
    switch verdict {
    case .regressed: self = .regressed
    case .improved: self = .improved
    case .unchanged: self = .unchanged
    case .inconclusive: self = .inconclusive
    }
  }
}
