import BenchmarkModel

extension RunMerge {
  /// The metadata of the joined run.
  func metadata(of rows: RowTable) throws(Problem) -> RunMetadata {
    let all = sources.map(\.metadata)
    var merged = all[0]
    merged.id = "\(all[0].id)-merged"
    merged.argv = argv
    merged.end = all.compactMap(\.end).max()
    merged.source.commit =
      all.map(\.source.commit).max { $0.count < $1.count } ?? merged.source.commit
    if Set(all.map(\.source)).count > 1 {
      // Each machine may have built it, with other bytes.
      (merged.source.program, merged.source.newerSources) = (nil, nil)
    }
    if all.contains(where: { $0.toolchain.digest == nil }) { merged.toolchain.digest = nil }
    merged.plan.shard = nil
    if !all.allSatisfy({ $0.plan.filter == all[0].plan.filter }) { merged.plan.filter = nil }
    merged.plan.suites = unique(all.flatMap(\.plan.suites)).sorted()
    merged.plan.rounds = max(rows.records.map { Int($0.round) }.max() ?? 0, all[0].plan.rounds)
    if let counted = sources.first(where: { has($0, .shim) })?.metadata {
      merged.toolchain.allocator = counted.toolchain.allocator
    }
    if let counted = sources.first(where: { has($0, .valgrind) })?.metadata {
      merged.toolchain.valgrind = counted.toolchain.valgrind
      merged.toolchain.libc = counted.toolchain.libc
    } else if Set(all.map(\.toolchain.libc)).count > 1 {
      merged.toolchain.libc = nil
    }
    merged.hosts = unique(all.flatMap(\.hosts))
    merged.conditions = RunMetadata.Conditions(worstOf: all.map(\.conditions))
    merged.promises = all.compactMap(\.promises).reduce(nil) { known, more in
      (known ?? [:]).merging(more) { first, _ in first }
    }
    let metrics = unique(all.flatMap { $0.metrics ?? [] })
    if let problem = OwnMetric.problem(in: metrics) {
      throw Self.misfit(sources[sources.count - 1], sources[0], problem)
    }
    merged.metrics = metrics.isEmpty ? nil : metrics
    let own = all.compactMap(\.ownStrategies)
    merged.ownStrategies = own.isEmpty ? nil : unique(own.flatMap(\.self))
    merged.mergedFrom = all.flatMap { run in
      run.mergedFrom ?? [
        MergedRun(
          id: run.id, start: run.start, end: run.end, argv: run.argv, plan: run.plan,
          host: run.hosts[0], conditions: run.conditions)
      ]
    }
    merged.wrongTexts = try wrongTexts()
    var warnings = hostWarnings(merged, rows)
    merged.batchedKeystrokes = batches(&warnings)
    warnings += roundWarnings(rows) + referenceWarnings(merged)
    if all.allSatisfy({ $0.source.commit == "none" }) {
      warnings.append(
        "no commit is known of the runs, so nothing shows that they are of the same build")
    }
    merged.warnings = unique(warnings + sourceWarnings(all, beside: warnings))
    return merged
  }

  private func has(_ run: Run, _ instrument: Instrument) -> Bool {
    run.rows.series.contains { $0.instrument == instrument }
  }

  /// Warnings that times come from several machines, which a reader must know first.
  private func hostWarnings(_ merged: RunMetadata, _ rows: RowTable) -> [String] {
    let hosts = merged.hosts
    guard hosts.count > 1, rows.series.contains(where: { !$0.metric.isExact }) else { return [] }
    var runs: [Cell: Set<Int32>] = [:]
    for record in rows.records {
      let series = rows.series[Int(record.series)]
      if !series.metric.isExact { runs[series.cell, default: []].insert(record.origin) }
    }
    let hostOfRun = Dictionary(
      (merged.mergedFrom ?? []).map { ($0.id, $0.host) }, uniquingKeysWith: { first, _ in first })
    let mixed = runs.values.count { origins in
      Set(origins.compactMap { hostOfRun[rows.origins[Int($0)].run] }).count > 1
    }
    let names = hosts.map { "\($0.name), \($0.kernel)" }.joined(separator: "; ")
    let which =
      mixed == 0
      ? "each cell's from one of them"
      : "those of \(mixed) cells from more than one, round by round"
    return ["the times are from \(hosts.count) machines, \(which): \(names)"]
  }

  /// Keystrokes that were timed at once, by cell; machines may have chosen different numbers.
  private func batches(_ warnings: inout [String]) -> [String: Int] {
    var batches: [String: Set<Int>] = [:]
    for run in sources {
      let timed = Set(run.rows.series.filter { $0.instrument == .clock }.map(\.cell))
      for cell in timed where run.owns(cell) {
        batches[cell.id, default: []].insert(run.metadata.batchedKeystrokes[cell.id] ?? 1)
      }
    }
    let uneven = batches.values.count { $0.count > 1 }
    if uneven > 0 {
      warnings.append(
        "\(uneven) cell\(uneven == 1 ? " was" : "s were") timed in batches of another size in another run; run.json has the largest"
      )
    }
    return batches.compactMapValues { $0.max() }.filter { $0.value > 1 }
  }

  private func roundWarnings(_ rows: RowTable) -> [String] {
    var rounds: [SeriesKey: Int] = [:]
    for record in rows.records {
      let series = rows.series[Int(record.series)]
      // The clock's rows also include shares of keystrokes over a limit, which only some rounds have.
      guard series.instrument == .clock, series.metric == .time, series.phase == .total
      else { continue }
      rounds[series, default: 0] += 1
    }
    guard let least = rounds.values.min(), let most = rounds.values.max(), least < most
    else { return [] }
    return ["cells were timed in \(least) to \(most) rounds, since the runs differ in that"]
  }

  /// The warnings of the runs: one that all have appears once, any other with the id of its run.
  private func sourceWarnings(_ all: [RunMetadata], beside said: [String]) -> [String] {
    let counts = Dictionary(
      all.flatMap { unique($0.warnings) }.map { ($0, 1) }, uniquingKeysWith: +)
    return all.flatMap { run in
      run.warnings.filter { !said.contains($0) }.map {
        counts[$0] == all.count ? $0 : "\(run.id): \($0)"
      }
    }
  }

  private func wrongTexts() throws(Problem) -> [CellMismatch] {
    var known: [String: (run: Run, text: CellMismatch)] = [:]
    for run in sources {
      for text in run.metadata.wrongTexts {
        let key = "\(text.suite ?? "") \(text.cell)"
        guard let (owner, first) = known[key] else {
          known[key] = (run, text)
          continue
        }
        guard first == text else {
          throw Self.misfit(
            run, owner,
            "the text of \(text.cell) is \(CSVReader.excerpt(text.text)), there \(CSVReader.excerpt(first.text))"
          )
        }
      }
    }
    return known.values.map(\.text).sorted { $0.cell < $1.cell }
  }

  private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var known: Set<Element> = []
    return elements.filter { known.insert($0).inserted }
  }
}
