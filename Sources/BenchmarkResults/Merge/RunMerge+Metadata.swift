import BenchmarkModel

extension RunMerge {
  /// What the joined run says of itself.
  func metadata(of rows: RowTable) throws(ResultsError) -> RunMetadata {
    let all = sources.map(\.metadata)
    var merged = all[0]
    merged.id = "\(all[0].id)-merged"
    merged.argv = argv
    merged.shard = nil
    merged.filter = all.allSatisfy { $0.filter == all[0].filter } ? all[0].filter : nil
    merged.promises = all.compactMap(\.promises).reduce(nil) { known, more in
      (known ?? [:]).merging(more) { first, _ in first }
    }
    merged.mergedFrom = all.flatMap { run in
      run.mergedFrom ?? [MergedRun(run, id: run.id)]
    }
    merged.end = all.compactMap(\.end).max()
    merged.commit = all.map(\.commit).max { $0.count < $1.count } ?? merged.commit
    merged.suites = unique(all.flatMap(\.suites)).sorted()
    merged.roundsPlanned = max(rows.records.map { Int($0.round) }.max() ?? 0, all[0].roundsPlanned)
    merged.loadAverageAtStart = all.compactMap(\.loadAverageAtStart).max()
    // A part that does not know what else was ready may have been the busy one.
    let ready = all.compactMap(\.othersReadyAtStart)
    merged.othersReadyAtStart = ready.count == all.count ? ready.max() : nil
    merged.loadAverageAtEnd = all.compactMap(\.loadAverageAtEnd).max()
    // The worst of them, so that nothing seems better than it was.
    merged.clockOverheadNanoseconds = all.compactMap(\.clockOverheadNanoseconds).max()
    merged.clockResolutionNanoseconds = all.compactMap(\.clockResolutionNanoseconds).max()
    if let counted = sources.first(where: { has($0, .shim) })?.metadata {
      merged.allocator = counted.allocator
      merged.allocatorVersion = counted.allocatorVersion
    }
    if let counted = sources.first(where: { has($0, .valgrind) })?.metadata {
      merged.valgrindVersion = counted.valgrindVersion
      merged.libcVersion = counted.libcVersion
    } else {
      merged.libcVersion = common(all.map(\.libcVersion))
    }
    describeHosts(in: &merged, all)
    merged.wrongTexts = try wrongTexts()
    var warnings = hostWarnings(merged, rows)
    merged.batchedKeystrokes = batches(&warnings)
    warnings += roundWarnings(rows) + referenceWarnings(merged)
    if all.allSatisfy({ $0.commit == "none" }) {
      warnings.append(
        "no commit is known of the runs, so nothing shows that they are of the same build")
    }
    merged.warnings = unique(warnings + sourceWarnings(all, beside: warnings))
    return merged
  }

  private func has(_ run: Run, _ instrument: Instrument) -> Bool {
    run.rows.series.contains { $0.instrument == instrument }
  }

  private func describeHosts(in merged: inout RunMetadata, _ all: [RunMetadata]) {
    let hosts = merged.hosts
    guard hosts.count > 1 else { return }
    func joined(_ part: (HostFacts) -> String) -> String {
      unique(hosts.map(part)).joined(separator: " and ")
    }
    merged.cpuModel = joined(\.cpuModel)
    merged.kernel = joined(\.kernel)
    merged.clockSource = joined(\.clockSource)
    merged.cores = hosts.map(\.cores).min() ?? merged.cores
    merged.virtualisation =
      hosts.allSatisfy { $0.virtualisation == nil }
      ? nil : joined { $0.virtualisation ?? "none" }
    merged.architecture = common(hosts.map(\.architecture))
  }

  /// That times are of several machines is what a reader must know first.
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

  /// How many keystrokes were timed at once, by cell; machines may have decided otherwise.
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
      // The clock also tells how many keystrokes were over a limit, and only in rounds that had such.
      guard series.instrument == .clock, series.metric == .time, series.phase == .total
      else { continue }
      rounds[series, default: 0] += 1
    }
    guard let least = rounds.values.min(), let most = rounds.values.max(), least < most
    else { return [] }
    return ["cells were timed in \(least) to \(most) rounds, since the runs differ in that"]
  }

  /// What the runs say of their own figures; what all say is said once, the rest with the id of the run.
  private func sourceWarnings(_ all: [RunMetadata], beside said: [String]) -> [String] {
    let counts = Dictionary(
      all.flatMap { unique($0.warnings) }.map { ($0, 1) }, uniquingKeysWith: +)
    return all.flatMap { run in
      run.warnings.filter { !said.contains($0) }.map {
        counts[$0] == all.count ? $0 : "\(run.id): \($0)"
      }
    }
  }

  private func wrongTexts() throws(ResultsError) -> [WrongText] {
    var known: [String: (run: Run, text: WrongText)] = [:]
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

  /// What all say, or nil where they differ.
  private func common(_ values: [String?]) -> String? {
    let different = Set(values)
    return different.count == 1 ? values[0] : nil
  }
}
