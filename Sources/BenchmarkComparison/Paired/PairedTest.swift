import BenchmarkModel
import BenchmarkResults
import Glibc

/// Decides, round by round, which times of a paired comparison changed.
///
/// The hypotheses are every phase of every cell and of every group of cells that share a part of their id, and of their
/// whole keystrokes the slow repetitions and the mean over launches, too. They are tested as one family: the probability that any of them, at any look of
/// either stage, is called changed although both sides are alike is at most ``level``.
package struct PairedTest: Sendable {
  /// The probability of any false alarm in a whole comparison.
  package static let level = 0.01
  /// The part of it that the second stage may use.
  package static let levelOfConfirmation = 0.002

  /// The times of a phase of a cell on both sides, by round; NaN if the cell was not measured.
  private struct Times: Sendable {
    var baselines: [Double] = []
    var candidates: [Double] = []

    mutating func append(_ baseline: Double, _ candidate: Double, round: Int) {
      pad(to: round)
      baselines.append(baseline)
      candidates.append(candidate)
    }

    mutating func pad(to rounds: Int) {
      let missing = Array(repeating: Double.nan, count: rounds - baselines.count)
      baselines += missing
      candidates += missing
    }

    var logRatios: [Double] { zip(baselines, candidates).map { log($1 / $0) } }

    /// Twice the difference of both sides, relative to the sum of their means over the rounds.
    ///
    /// The mean of these is the relative difference of the means. They change their sign if the sides change places.
    var differences: [Double] {
      let sum = zip(baselines, candidates).reduce((count: 0.0, time: 0.0)) { sum, pair in
        pair.0.isNaN ? sum : (sum.count + 1, sum.time + pair.0 + pair.1)
      }
      return zip(baselines, candidates).map { 2 * ($1 - $0) * sum.count / sum.time }
    }
  }

  let suite: String
  private let thresholds: Thresholds
  private let links: PairedRecord.Links
  private var spending: ErrorSpending
  private var random: SplitMix64
  private var instructions: [TimedSubject: Double] = [:]
  private var times: [TimedSubject: Times] = [:]
  private var rounds = 0
  private var active: Set<Cell> = []
  /// The cells of each group, as the first stage had them.
  private(set) var memberships: [TimedSubject: [Cell]] = [:]
  /// True if the first stage has two parts, and the second of them has begun.
  private var isRest = false
  /// The cells of that second part.
  private(set) package var rest: Set<Cell> = []
  /// The subjects that the second stage decides; nil in the first stage, which decides all.
  private var confirmed: Set<TimedSubject>?
  /// The correlation of neighbouring rounds at the last look.
  private(set) package var correlation = RoundCorrelation([])
  /// The decisions, each from the last look at which its subject was measured.
  package private(set) var verdicts: [TimedSubject: TimedVerdict] = [:]

  /// Makes a test of a suite without any rounds yet.
  ///
  /// - Parameters:
  ///   - suite: the suite.
  ///   - thresholds: how large a change must be to matter.
  ///   - seed: the seed of the permutations, so that the same rounds always get the same verdict.
  ///   - links: the links that the processes are started from.
  ///   - confirms: true if there is a second stage, which takes its share of the level.
  package init(
    suite: String, thresholds: Thresholds, seed: UInt64,
    links: PairedRecord.Links = .fresh, confirms: Bool = false
  ) {
    self.suite = suite
    self.thresholds = thresholds
    self.links = links
    spending = ErrorSpending(level: Self.level - (confirms ? Self.levelOfConfirmation : 0))
    random = SplitMix64(seed: seed, "permutations")
  }

  /// Adds the instructions per keystroke.
  package mutating func add(instructions pairs: [PairedFigure]) {
    for pair in pairs where pair.baseline > 0 && pair.candidate > 0 {
      let subject = TimedSubject(scope: .cell(pair.cell), phase: pair.phase)
      instructions[subject] = log(pair.candidate / pair.baseline)
    }
  }

  /// Adds a round, in nanoseconds per keystroke.
  package mutating func add(times pairs: [PairedFigure]) {
    active = Set(pairs.map(\.cell))
    if isRest, confirmed == nil { rest.formUnion(active) }
    for pair in pairs where pair.baseline > 0 && pair.candidate > 0 {
      let subject = TimedSubject(
        scope: .cell(pair.cell), phase: pair.phase, metric: pair.metric, statistic: pair.statistic)
      times[subject, default: Times()].append(pair.baseline, pair.candidate, round: rounds)
    }
    rounds += 1
  }

  /// Looks at all rounds so far, and decides what can be decided.
  ///
  /// - Parameter share: the share of the stage's budget that is spent; the looks come in order.
  /// - Returns: the cells that more rounds might decide.
  package mutating func look(spent share: Double) -> Set<Cell> {
    let level = spending.level(at: share)
    let columns = columns().filter { confirmed?.contains($0.subject) ?? true }
    let robust = columns.filter { $0.subject.statistic != .mean }
    let weights = RoundWeights.weights(of: robust.map(\.values))
    let test = SignFlips(
      columns: columns.map {
        PairedSample($0.values, weights: $0.subject.statistic == .mean ? nil : weights)
      })
    correlation = RoundCorrelation(
      [true, false].map { isOfCells in
        robust.filter { $0.subject.isKeystroke && ($0.subject.cell != nil) == isOfCells }
          .map(\.values)
      })
    let critical = test.criticalValue(
      level: level, stretch: correlation.stretch(rounds: rounds)
    ) { random.next() }
    // An interval of the first stage says more than an infinite one.
    guard confirmed == nil || critical.isFinite else { return undecided }
    for (column, sample) in zip(columns, test.columns) {
      // A cell that is no longer measured keeps the decision of its last round.
      if let cell = column.subject.cell, !active.contains(cell), verdicts[column.subject] != nil {
        continue
      }
      verdicts[column.subject] = verdict(column, sample, critical: critical)
    }
    return undecided
  }

  /// A change of instructions below this share is no reason to time a cell before others: the compiler moves as much in
  /// code that nobody touched.
  private static let leastChange = 0.001

  /// The cells that have probably changed, up to a number: those whose instructions changed most, then the likely ones; the
  /// test has two parts from now on, unless there are none.
  ///
  /// The choice is made by counts and code, which are the same whatever the times are, so each part is a valid test of its
  /// own; half of the level for each makes both together one.
  ///
  /// - Parameters:
  ///   - most: the maximum number of cells.
  ///   - likely: more cells, the likeliest first; those of one kind, of which none is likelier than another, are left out
  ///     if not all of them fit.
  /// - Returns: the cells.
  package mutating func chooseFirst(atMost most: Int, likely: [[Cell]] = []) -> Set<Cell> {
    let changes = instructions.filter {
      $0.key.phase == .total && $0.value.magnitude > Self.leastChange
    }
    .compactMap { subject, change in subject.cell.map { (cell: $0, change: change.magnitude) } }
    .sorted { ($1.change, $0.cell) < ($0.change, $1.cell) }
    let chosen = likely.reduce(into: Set(changes.prefix(most).map(\.cell))) { chosen, kind in
      let more = chosen.union(kind)
      if more.count <= most { chosen = more }
    }
    if !chosen.isEmpty { halve() }
    return chosen
  }

  /// Gives each part of the first stage half of its level.
  mutating func halve() { spending = ErrorSpending(level: spending.level / 2) }

  /// Begins the second part of the first stage: its cells are decided by the rounds to come, and by those alone.
  package mutating func beginRest() {
    isRest = true
    begin(level: spending.level)
  }

  private mutating func begin(level: Double) {
    spending = ErrorSpending(level: level)
    times = [:]
    rounds = 0
    active = []
  }

  /// Begins the second stage: large undecided effects, and strategies whose launches are uneven, are decided by the rounds
  /// to come, and by those alone.
  ///
  /// So choosing by the results of the first stage costs nothing but the share of the level, and the family is as small
  /// as the choice.
  ///
  /// - Returns: the cells to measure; empty if there is nothing to confirm.
  package mutating func beginConfirmation() -> Set<Cell> {
    let asking = verdicts.filter { subject, verdict in
      subject.statistic != .slow
        && (verdict.asksForConfirmation || (verdict.hasUnevenLaunches && boundsStrategy(subject)))
    }.keys
    // Least and mean of a keystroke go together, since the larger one bounds it.
    let chosen = Set(asking).union(
      asking.filter(\.isKeystroke).flatMap { [$0.with(.least), $0.with(.mean)] })
    confirmed = chosen
    begin(level: Self.levelOfConfirmation)
    return Set(
      chosen.flatMap { subject in subject.cell.map { [$0] } ?? memberships[subject] ?? [] })
  }

  /// True for the least time of a whole keystroke of a strategy, or of a cell that is in no such group.
  private func boundsStrategy(_ subject: TimedSubject) -> Bool {
    bounds.contains { $0.subject == subject }
  }

  /// The cells of the subjects that more rounds might decide.
  private var undecided: Set<Cell> {
    if let confirmed {
      // Groups need all of their cells.
      return confirmed.allSatisfy { verdicts[$0]?.isDecided == true } ? [] : active
    }
    let open = Set(
      verdicts.filter { $0.key.statistic == .least && !$0.value.isDecided }.keys.compactMap(\.cell))
    return active.intersection(open)
  }

  /// One hypothesis.
  private struct Column {
    var subject: TimedSubject
    /// The log ratios, round by round, clipped; NaN if the round has none.
    var values: [Double]
    /// The same log ratios as measured.
    var launches: [Double]
    var baseline: Double
    var threshold: Double
    /// The change of the instructions of each of its cells, as logarithms; empty if they were not counted in every
    /// cell.
    var instructions: [Double]
  }

  private func verdict(
    _ column: Column, _ sample: PairedSample, critical: Double
  ) -> TimedVerdict {
    var effect = Effect(sample, critical: critical)
    var bound = effect.logRatio + effect.halfWidth
    if column.subject.statistic == .mean {
      bound = 2 * atanh(min(1, bound / 2))
      effect = effect.ofRelativeDifference
    }
    var verdict = TimedVerdict(
      verdict: effect.verdict(threshold: column.threshold), effect: effect,
      threshold: column.threshold, baseline: column.baseline, rounds: sample.count,
      launches: LaunchSpread(column.launches, critical: critical), bound: expm1(bound))
    verdict.isConfirmed = confirmed != nil
    let metric = column.subject.metric
    if !metric.lowerIsBetter { verdict.verdict = verdict.verdict.reversed }
    switch verdict.verdict {
    case .unchanged where !verdict.launches.isWithin(column.threshold):
      verdict.verdict = .inconclusive
    case .regressed, .improved:
      verdict.hasInstructions = LayoutCaution.goes(effect.logRatio, with: column.instructions)
      if links == .one, metric.isTime, verdict.hasInstructions != true,
        LayoutCaution.mayBeLayout(
          effect.logRatio, of: column.subject.phase, baseline: column.baseline)
      {
        verdict.verdict = .inconclusive
        verdict.mayBeLayout = true
      }
    default: break
    }
    return verdict
  }

  /// The hypotheses, cells first, in an order that does not depend on that of the rounds.
  private mutating func columns() -> [Column] {
    let cells = Set(times.keys.compactMap(\.cell)).sorted()
    var columns: [Column] = []
    for subject in times.keys { times[subject]?.pad(to: rounds) }
    let own = Set(times.keys.map(\.metric)).subtracting([.time]).sorted()
    let kinds =
      TimeStatistic.allCases.map { (metric: Metric.time, statistic: $0) }
      + own.map { ($0, .least) }
    for (metric, statistic) in kinds {
      for phase in RowPhase.allCases {
        var byCell: [Cell: Column] = [:]
        for cell in cells {
          byCell[cell] = column(of: cell, phase, metric, statistic)
        }
        let having = cells.filter { byCell[$0] != nil }
        columns += having.compactMap { byCell[$0] }
        if confirmed == nil {
          for (group, members) in CellGroup.groups(of: having, isRest: isRest) {
            memberships[
              TimedSubject(
                scope: .group(group), phase: phase, metric: metric, statistic: statistic)] = members
          }
        }
        let groups = memberships.keys.filter {
          $0.phase == phase && $0.metric == metric && $0.statistic == statistic
        }
        for subject in groups.sorted(by: { $0.order < $1.order }) {
          let members = memberships[subject] ?? []
          let own = members.compactMap { byCell[$0] }
          // In the second stage a group may lack some of its cells.
          guard own.count == members.count else { continue }
          columns.append(column(of: subject, members: own))
        }
      }
    }
    return columns
  }

  private func column(
    of cell: Cell, _ phase: RowPhase, _ metric: Metric, _ statistic: TimeStatistic
  ) -> Column? {
    let subject = TimedSubject(
      scope: .cell(cell), phase: phase, metric: metric, statistic: statistic)
    guard statistic != .mean || phase == .total,
      let known = times[statistic == .mean ? subject.with(.least) : subject]
    else { return nil }
    let values = known.logRatios
    let baseline = median(known.baselines.filter { !$0.isNaN }) ?? 0
    let series = SeriesKey(
      suite: suite, cell: cell, phase: phase, metric: metric, instrument: .clock)
    // Instructions are those of the whole phase, and explain no part of it.
    let counted = metric == .time ? TimedSubject(scope: .cell(cell), phase: phase) : subject
    return Column(
      subject: subject,
      values: statistic == .mean ? known.differences : PairedSample.clipped(values),
      launches: values, baseline: baseline,
      threshold: thresholds.minimumEffect(for: series)?.share(of: baseline) ?? 0,
      instructions: instructions[counted].map { [$0] } ?? [])
  }

  /// The mean over the members, in the rounds in which all were measured.
  private func column(of group: TimedSubject, members: [Column]) -> Column {
    let count = Double(members.count)
    // A round that lacks a member has no mean of all.
    func mean(_ values: (Column) -> [Double]) -> [Double] {
      (0..<rounds).map { round in members.reduce(0) { $0 + values($1)[round] } / count }
    }
    let changes = members.flatMap(\.instructions)
    return Column(
      subject: group, values: mean(\.values), launches: mean(\.launches),
      baseline: geometricMean(members.map { max($0.baseline, .leastNormalMagnitude) }) ?? 0,
      threshold: members.reduce(0) { $0 + $1.threshold } / count,
      instructions: changes.count == members.count ? changes : [])
  }
}

extension TimedSubject {
  /// Groups in a fixed order: all cells, then by part and name.
  fileprivate var order: String {
    guard let group else { return "" }
    let part = group.part.flatMap { Cell.Part.allCases.firstIndex(of: $0) }
    return "\(group.isRest ? 1 : 0) \(part.map { $0 + 1 } ?? 0) \(group.name)"
  }
}
