import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// The sites of two runs that are compared.
struct SitePair {
  private let names: String
  private let baseline: [CostSite]
  private let candidate: [CostSite]

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
    baseline = try Self.sites(of: before, in: baselines)
    candidate = try Self.sites(of: after, in: baselines)
  }

  private static func sites(of name: String, in baselines: BaselineStore) throws -> [CostSite] {
    // A damaged run cannot explain anything, so the run is read too.
    _ = try baselines.resolve(name)
    return try SiteFile.read(
      fromRun: baselines.contains(name) ? baselines.path(of: name) : name)
  }

  /// The metrics that both have for a cell, or the one that was chosen.
  func metrics(of cell: Cell, chosen: Metric?) throws -> [Metric] {
    let sides = [baseline, candidate].map { sites in sites.filter { $0.cell == cell } }
    let cells = Set(baseline.map(\.cell)).intersection(candidate.map(\.cell))
    guard cells.contains(cell) else {
      throw Problem(
        "not both runs have sites of \(cell.id)",
        hint: NearestCells.hint(for: cell, among: cells))
    }
    let common = Set(Profile.metrics(of: sides[0])).intersection(Profile.metrics(of: sides[1]))
    let metrics = Metric.allCases.filter { common.contains($0) && (chosen == nil || $0 == chosen) }
    guard !metrics.isEmpty else {
      throw Problem(

        "not both runs have sites of \(chosen?.rawValue ?? "the same metric") for \(cell.id)",
        hint: common.isEmpty
          ? nil
          : "there is \(Metric.allCases.filter(common.contains).map(\.rawValue).joined(separator: ", "))"
      )
    }
    for metric in metrics {
      let instruments = sides.map { side in
        Set(side.filter { $0.metric == metric }.map(\.instrument))
      }
      guard instruments[0] == instruments[1] else {
        throw Problem(

          "\(metric.rawValue) of both runs were counted by different instruments, which count differently",
          hint: "measure one of them again")
      }
    }
    return metrics
  }

  /// The difference of the two profiles.
  func difference(of cell: Cell, metric: Metric, harness: Bool) -> ProfileDifference {
    let profiles = [baseline, candidate].map { sites in
      let profile = Profile(sites, of: cell, metric: metric)
      return harness ? profile : profile.withoutHarness()
    }
    return ProfileDifference(baseline: profiles[0], candidate: profiles[1], names: names)
  }
}
