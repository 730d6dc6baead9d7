import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Glibc

extension Comparison {
  /// The times by strategy, of a paired comparison and of two runs side by side; then the other figures that do not gate.
  var times: [Document.Block] {
    [pairedTest.map(paired), advisory, otherAdvisory].compactMap(\.self)
  }

  /// The times of a paired comparison in short: by strategy and phase, and the ones that are undecided.
  private func paired(_ pairedTest: PairedTest) -> Document.Block {
    let rounds = pairedTest.verdicts.values.map(\.rounds).max() ?? 0
    let placed = pairedTest.verdicts.count { subject, verdict in
      subject.cell != nil && verdict.mayBeLayout
    }
    return .section(
      "Times, paired over \(Words.count(rounds, "pair")) of processes",
      [
        .list([
          "Candidate over baseline with its interval; all \(pairedTest.verdicts.count) intervals hold at once, with a probability of \(Units.percent(1 - PairedTest.level))."
        ]), .table(grid(pairedTest)),
        .list([
          "The ratio is robust: a round that was disturbed counts for little. Mean and worst fifth are of all rounds as they are, and a time is unchanged only if they are, too.",
          "Neighbouring rounds have a correlation of \(Units.fixed(pairedTest.correlation.value, 2)); the intervals are wider by what that costs.",
        ]),
        .list(
          placed == 0
            ? []
            : [
              "\(Words.count(placed, "time")) changed without the instructions: where the linker put the code may be all there is to it, so they are inconclusive."
            ]),
      ])
  }

  private func grid(_ pairedTest: PairedTest) -> Grid {
    var grid = Grid([
      .init("strategy"), .init("phase"), .init("baseline", number: true),
      .init("ratio", number: true), .init("from", number: true), .init("to", number: true),
      .init("mean", number: true), .init("worst fifth", number: true),
      .init("verdict"), .init("cells changed", number: true), .init("unchanged", number: true),
      .init("inconclusive", number: true),
    ])
    let sampled = entries.filter { $0.metric?.isSampled == true }
    // The cells of a strategy have two groups if some were timed first.
    let parts = Dictionary(grouping: sampled) { entry in
      [entry.cell.strategy, pairedTest.rest.contains(entry.cell) ? "others" : ""]
    }
    for (part, entries) in parts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let strategy = part.filter { !$0.isEmpty }.joined(separator: ", ")
      for measure in Set(entries.compactMap(\.measure)).sorted() {
        let (phase, metric) = (measure.phase, measure.metric)
        let cells = entries.filter { $0.measure == measure }
        // A single cell is not a group.
        let scope: TimedSubject.Scope =
          Set(cells.map(\.cell)).count == 1
          ? .cell(cells[0].cell)
          : .group(CellGroup(.strategy, of: cells[0].cell, isRest: !part[1].isEmpty))
        let verdict = pairedTest.verdicts[
          TimedSubject(scope: scope, phase: phase, metric: metric)]
        let interval = verdict?.effect.interval
        grid.rows.append([
          strategy, metric == .time ? phase.rawValue : "\(phase.rawValue) \(metric.rawValue)",
          Units.mean(verdict?.baseline, metric),
          Units.ratio(verdict?.effect.ratio), Units.ratio(interval?.lowerBound),
          Units.ratio(interval?.upperBound), Units.ratio(verdict?.launches.mean.ratio),
          Units.ratio(verdict.map { exp($0.launches.slowest) }),
          verdict?.verdict.rawValue ?? Units.missing,
          String(cells.count(where: \.isChange)),
          String(cells.count { $0.finding == .unchanged }),
          String(cells.count { $0.finding == .inconclusive }),
        ])
      }
    }
    return grid
  }
}

// MARK: - Two separate runs

extension Comparison {
  /// The number of cells that got slower, and of those that got faster, that are named.
  private static let moved = 5

  /// The times of two runs in short: by strategy, then the cells that moved most.
  private var advisory: Document.Block? {
    let all = advisoryTotals.filter { $0.metric?.isTime == true }
    let totals = all.filter { $0.metric == .time }
    guard !all.isEmpty else { return nil }
    let shift = MachineState.shift(self).flatMap { $0.isMachine ? $0 : nil }
    return .section(
      timesHeading(shift),
      [
        .list([
          "Candidate over baseline, per keystroke: the geometric mean over cells, and the least and the most."
        ]), .table(byStrategy(all)),
      ] + (shift?.sentence.map { [.list([$0])] } ?? movers(totals)))
  }

  /// The figures of whole keystrokes that gate nothing.
  private var advisoryTotals: [ComparisonEntry] { entries(.advisory).filter { $0.phase == .total } }

  /// The cells that moved by more than their rounds differ, those that moved most.
  private func movers(_ totals: [ComparisonEntry]) -> [Document.Block] {
    let means = totals.filter { $0.figure == .mean }
    let known = means.filter { $0.spread != nil }
    let moved = known.filter(Self.isBeyondSpread).sorted { ($0.ratio ?? 1) > ($1.ratio ?? 1) }
    let slower = moved.filter { ($0.ratio ?? 1) > 1 }.prefix(Self.moved)
    let faster = moved.filter { ($0.ratio ?? 1) < 1 }.suffix(Self.moved)
    let single = means.count - known.count
    let words = [
      known.isEmpty
        ? nil
        : "\(moved.count) of \(Words.count(known.count, "cell")) moved in the mean by more than the rounds differ"
          + (moved.isEmpty ? "." : "; those that moved most:"),
      single == 0
        ? nil
        : (known.isEmpty ? "Each side has" : "Of \(Words.count(single, "cell")) each side has")
          + " one round, or its rounds folded into one row: that shows no spread, so nothing tells whether times moved by more.",
    ]
    return [.list(words.compactMap(\.self)), .table(Self.moverGrid(Array(slower) + faster))]
  }

  /// The figures that are no times and gate nothing, each in its own unit: shares of keystrokes over a limit, lookups.
  private var otherAdvisory: Document.Block? {
    let others = advisoryTotals.filter { $0.metric?.isTime == false && $0.figure != nil }
    let groups = Dictionary(grouping: others) { entry in
      [
        entry.cell.strategy, entry.metric.flatMap { FigureColumn.own($0).title } ?? "",
        entry.figure?.name ?? "",
      ]
    }
    var grid = Grid([
      .init("strategy"), .init("metric"), .init("figure"), .init("cells", number: true),
      .init("baseline", number: true), .init("candidate", number: true),
      .init("change", number: true),
    ])
    for (names, entries) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let sides = [mean(entries.compactMap(\.before)), mean(entries.compactMap(\.after))]
      grid.rows.append(
        names + [String(entries.count)]
          + sides.map { Units.mean($0, entries[0].metric ?? .time) }
          + [Units.change(from: sides[0], to: sides[1])])
    }
    return grid.rows.isEmpty
      ? nil
      : .section(
        "Other figures that do not gate",
        [
          .list(["The mean over cells, per keystroke; of over_… the share of keystrokes."]),
          .table(grid),
        ])
  }

  private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The heading says how reliable the times are, because a page folds the section.
  private func timesHeading(_ shift: MachineState.Shift?) -> String {
    guard hosts.difference == nil else {
      return "Times (advisory, so they fail nothing; of other machines, so they say little)"
    }
    guard let shift, let equal = shift.equal else {
      return "Times (advisory, so they fail nothing: only a paired comparison judges times)"
    }
    return
      "Times (advisory, so they fail nothing: all \(shift.words) with \(equal), which is the machine)"
  }

  private func byStrategy(_ totals: [ComparisonEntry]) -> Grid {
    let anyWrong = totals.contains { $0.text == .wrong }
    var grid = Grid(
      [
        .init("strategy"), .init("cells", number: true), .init("mean", number: true),
        .init("least", number: true), .init("most", number: true), .init("p99", number: true),
      ] + (anyWrong ? [.init("wrong texts", number: true)] : []))
    func name(_ entry: ComparisonEntry) -> String {
      entry.cell.strategy + (entry.metric?.own.map { " \($0.name)" } ?? "")
    }
    for (strategy, entries) in Dictionary(grouping: totals, by: name)
      .sorted(by: { $0.key < $1.key })
    {
      let means = entries.filter { $0.figure == .mean }
      let ratios = means.compactMap(\.ratio)
      let p99 = entries.filter { $0.figure == .p99 }.compactMap(\.ratio)
      grid.rows.append(
        [
          strategy, String(ratios.count), Units.ratio(geometricMean(ratios)),
          Units.ratio(ratios.min()),
          Units.ratio(ratios.max()), Units.ratio(geometricMean(p99)),
        ] + (anyWrong ? [String(means.count { $0.text == .wrong })] : []))
    }
    return grid
  }

  private static func moverGrid(_ entries: [ComparisonEntry]) -> Grid {
    var grid = Grid([
      .init("cell"), .init("baseline", number: true), .init("candidate", number: true),
      .init("ratio", number: true), .init("over rounds", number: true),
    ])
    grid.rows = entries.map { entry in
      let spread = entry.spread.map {
        "\(Units.ratio($0.lowerBound)) to \(Units.ratio($0.upperBound))"
      }
      return [
        entry.markedCell, Units.time(entry.before), Units.time(entry.after),
        Units.ratio(entry.ratio), spread ?? Units.missing,
      ]
    }
    return grid
  }
}
