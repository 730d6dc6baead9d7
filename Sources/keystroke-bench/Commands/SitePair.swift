import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// The sites of two runs that are compared.
struct SitePair {
  private let names: String
  private let sides: [Side]

  /// The sites of a run.
  private struct Side {
    let run: Run
    let sites: [CostSite]

    /// The metrics of a cell that are known by site; a metric of 0 has none, and the run has its 0.
    func metrics(of cell: Cell) -> Set<Metric> {
      let zero = run.rows.filter {
        $0.cell == cell && $0.phase == .total && $0.summary.mean == 0
      }
      return Set(Profile.metrics(of: sites.filter { $0.cell == cell }) + zero.map(\.metric))
    }

    func instruments(of cell: Cell, _ metric: Metric) -> Set<Instrument> {
      Set(sites.filter { $0.cell == cell && $0.metric == metric }.map(\.instrument))
    }
  }

  /// Reads the sites of `A..B`, each the folder of a run or the name of a stored baseline.
  ///
  /// Folders may have two dots in their names, so the split is used for which both sides exist.
  init(_ names: String, baselines: BaselineStore) throws {
    self.names = names
    let splits = names.ranges(of: "..").map { dots in
      (String(names[..<dots.lowerBound]), String(names[dots.upperBound...]))
    }.filter { !$0.0.isEmpty && !$0.1.isEmpty }
    guard let first = splits.first else {
      throw Problem(
        "\(names) names only one run", hint: "write A..B, as in main..results/runs/today")
    }
    let both = splits.first {
      (try? baselines.resolve($0.0)) != nil && (try? baselines.resolve($0.1)) != nil
    }
    let (before, after) = both ?? first
    sides = try [before, after].map { name in
      let path = baselines.contains(name) ? baselines.path(of: name) : name
      return try Side(run: baselines.resolve(name), sites: SiteFile.read(fromRun: path))
    }
  }

  /// The metrics that both have for a cell, or the one that was chosen.
  func metrics(of cell: Cell, chosen: Metric?) throws -> [Metric] {
    let known = Set(sides.flatMap { Profile.metrics(of: $0.sites) })
    let common = sides.reduce(known) { $0.intersection($1.metrics(of: cell)) }
    let metrics = Metric.allCases.filter { common.contains($0) && (chosen == nil || $0 == chosen) }
    guard !metrics.isEmpty else {
      let cells = sides.map { Set($0.sites.map(\.cell)) }
      throw Problem(
        "not both runs have sites of \(chosen?.rawValue ?? "the same metric") for \(cell.id)",
        hint: common.isEmpty
          ? NearestCells.hint(for: cell, among: cells[0].intersection(cells[1]))
          : "there is \(Metric.allCases.filter(common.contains).map(\.rawValue).joined(separator: ", "))"
      )
    }
    for metric in metrics {
      let instruments = sides.map { $0.instruments(of: cell, metric) }.filter { !$0.isEmpty }
      guard Set(instruments).count <= 1 else {
        throw Problem(
          "\(metric.rawValue) of both runs were counted by different instruments, which count differently",
          hint: "measure one of them again")
      }
    }
    return metrics
  }

  /// The difference of the two profiles, of one phase or all.
  func difference(
    of cell: Cell, metric: Metric, phase: RowPhase?, harness: Bool
  ) -> ProfileDifference {
    let profiles = sides.map { side in
      var profile = Profile(side.sites, of: cell, metric: metric)
      if metric == .instructions {
        profile.notes.append(
          "with what an empty keystroke and lookups of metadata cost, which the figures of runs leave out"
        )
      }
      return (harness ? profile : profile.withoutHarness()).only(phase)
    }
    return ProfileDifference(baseline: profiles[0], candidate: profiles[1], names: names)
  }
}
