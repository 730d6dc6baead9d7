import BenchmarkModel

extension RunMerge {
  /// The key by which the rounds of several runs are counted.
  private struct Measured: Hashable {
    var subject: SeriesKey.Subject
    var instrument: Instrument

    init(_ series: SeriesKey) {
      subject = series.subject
      instrument = series.instrument
    }
  }

  /// All figures of one round of one cell: two rounds never have the same.
  private struct Fingerprint: Hashable {
    var measured: Measured
    var figures: [UInt64]
  }

  /// The rows of all runs.
  func rows() throws(Problem) -> RowTable {
    try checkExactRows()
    try checkRounds()
    var rows = RowTable()
    var exact: Set<SeriesKey> = []
    var rounds: [Measured: Int] = [:]
    for run in sources {
      let before = rounds
      let known = exact
      for var row in run.rows where run.owns(row.cell) {
        let measured = Measured(row.series)
        if row.metric.isExact {
          guard !known.contains(row.series) else { continue }
          exact.insert(row.series)
        } else {
          row.round += before[measured] ?? 0
          rounds[measured] = max(rounds[measured] ?? 0, row.round)
        }
        rows.append(row)
      }
    }
    try checkInstruments(rows)
    return rows
  }

  /// Checks that an exact metric of a cell is equal in all runs that have it.
  private func checkExactRows() throws(Problem) {
    var owners: [SeriesKey: (run: Run, records: [RowTable.Record])] = [:]
    for run in sources {
      let groups = run.places.groups
      for (place, series) in run.rows.series.enumerated() where series.metric.isExact {
        let records = groups[place].map { run.rows.records[Int($0)] }
        guard let (owner, known) = owners[series] else {
          owners[series] = (run, records)
          continue
        }
        if let difference = Self.difference(records, known) {
          throw Self.misfit(
            run, owner,
            "\(series) is \(difference.here), there \(difference.there); \(Self.machines(run, owner))"
          )
        }
      }
    }
  }

  /// The machines on which two runs were measured, in words.
  private static func machines(_ run: Run, _ other: Run) -> String {
    func names(_ run: Run) -> String {
      run.metadata.hosts.map { "\($0.name), \($0.kernel)" }.joined(separator: " and ")
    }
    let (here, there) = (names(run), names(other))
    return here == there ? "both on \(here)" : "measured on \(here), there on \(there)"
  }

  /// The difference between the rows of an exact metric, in words; nil if they are equal.
  private static func difference(
    _ a: [RowTable.Record], _ b: [RowTable.Record]
  ) -> (here: String, there: String)? {
    guard a.count == b.count else { return ("in \(a.count) rows", "in \(b.count)") }
    for (a, b) in zip(a, b) {
      if a.text != b.text { return (words(a.text), words(b.text)) }
      if a.count != b.count { return ("of \(a.count) keystrokes", "of \(b.count)") }
      for figure in [Figure.mean] + Figure.allCases where a.summary[figure] != b.summary[figure] {
        func word(_ value: Double?) -> String { value.map(FigureText.text) ?? "missing" }
        return ("\(word(a.summary[figure])) in the \(figure.name)", word(b.summary[figure]))
      }
    }
    return nil
  }

  private static func words(_ text: TextVerdict?) -> String {
    switch text {
    case .ok: "of a right text"
    case .wrong: "of a wrong text"
    case nil: "of a text that was not looked at"
    }
  }

  /// Refuses a round that two runs have: it was copied, and would count twice.
  private func checkRounds() throws(Problem) {
    var owners: [Fingerprint: Run] = [:]
    for run in sources {
      var rounds: [Measured: [Int: [UInt64]]] = [:]
      for row in run.rows where !row.metric.isExact {
        rounds[Measured(row.series), default: [:]][row.round, default: []] +=
          [UInt64(bitPattern: Int64(row.count))]
          + Figure.allCases.map { (row.summary[$0] ?? .nan).bitPattern }
      }
      for (measured, rounds) in rounds {
        for (round, figures) in rounds {
          let print = Fingerprint(measured: measured, figures: figures)
          guard let owner = owners.updateValue(run, forKey: print) else { continue }
          throw Self.misfit(
            run, owner, "round \(round) of \(measured.subject.cell.id) is in both",
            hint: "name each run once, and no run beside one that was merged from it")
        }
      }
    }
  }

  /// Checks that each cell was measured with the same instruments; otherwise cells that lack some would seem to have
  /// lost rows.
  private func checkInstruments(_ rows: RowTable) throws(Problem) {
    var instruments: [SeriesKey.Subject: Set<Instrument>] = [:]
    for series in rows.series { instruments[series.subject, default: []].insert(series.instrument) }
    let all = Set(rows.series.map(\.instrument))
    let lacking = instruments.filter { $0.value != all }.min { $0.key.cell < $1.key.cell }
    guard let lacking else { return }
    for instrument in Instrument.allCases
    where all.contains(instrument) && !lacking.value.contains(instrument) {
      func has(_ run: Run) -> Bool {
        run.rows.series.contains { $0.instrument == instrument }
      }
      guard let owner = sources.first(where: has),
        let other = sources.first(where: { run in
          !has(run) && run.rows.series.contains { $0.cell == lacking.key.cell }
        }) ?? sources.first(where: { $0.name != owner.name })
      else { continue }
      throw Self.misfit(
        other, owner,
        "\(lacking.key.cell.id) was measured without \(instrument.rawValue), cells there with it",
        hint: "measure all with the same options")
    }
  }
}
