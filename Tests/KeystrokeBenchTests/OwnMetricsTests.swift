import Foundation
import RunFixtures
import Testing

/// Tests of metrics that a package declares for its strategies, as their author measures and compares them.
@Suite("Metrics of your own", .needsLiveShim)
struct OwnMetricsTests {
  private let program = BuiltProgram.keystrokeBench
  private static let cell = "own-metrics/int/en_US/9/type"

  /// Options that measure only the strategy that reports metrics.
  private static func options(_ worker: String) -> [String] {
    [
      "--worker", worker, "--strategy", "own-metrics", "--length", "9", "--rounds", "2",
      "--cell-time", "2ms",
    ]
  }

  /// Copies the worker with a plant, and returns its path.
  private func worker(_ plant: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path("\(plant)/worker")
    try FileManager.default.createDirectory(
      atPath: folder.path("\(plant)/plant.resources"), withIntermediateDirectories: true)
    try folder.write(plant, to: "\(plant)/plant.resources/name")
    try FileManager.default.copyItem(atPath: BuiltProgram("PlantedBenchmarks").path, toPath: path)
    return path
  }

  @Test("A run has their rows, with unit and declaration; strategies that declare none have none")
  func measured() async throws {
    let folder = try TemporaryFolder()
    let worker = try worker("nothing", in: folder)
    let run = try await program.run(
      ["run", "--out", "a", "--details"] + Self.options(worker) + [
        "--strategy", "own-metrics,steady",
      ],
      in: folder.path)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("cache_misses, lines"), "\(run.output)")
    let stored = try RunOnDisk(folder.path("a"))
    let own = stored.rows.filter {
      ["steps", "hits", "cache_misses", "reading"].contains($0["metric"])
    }
    #expect(Set(own.map(\.cell)) == [Self.cell])
    let series = Set(own.map { "\($0["phase"]) \($0["metric"]) \($0["instrument"]) \($0["unit"])" })
    #expect(
      series == [
        "total steps host 1", "first steps host 1", "total hits host 1", "first hits host 1",
        "total cache_misses host lines", "total reading clock ns",
      ])
    let steps = try #require(own.first { $0["phase"] == "total" && $0["metric"] == "steps" })
    #expect(try steps.figure("max") == 2)
    let declared = try #require(stored.metadata["metrics"] as? [[String: Any]])
    #expect(
      declared.compactMap { $0["name"] as? String } == ["steps", "hits", "cache_misses", "reading"])
    #expect(declared.compactMap { $0["exact"] as? Bool } == [true, true, false, false])

    for (format, words) in [
      ("junit", "steps: 1.778"), ("gobench", " steps/op"), ("html", "cache_misses, lines"),
    ] {
      let report = try await program.run(["report", "a", "--format", format], in: folder.path)
      #expect(report.output.contains(words), "\(format): \(report.output.prefix(2000))")
    }
    let one = try await program.run(
      ["report", "a", "--format", "gobench", "--metric", "steps"], in: folder.path)
    #expect(one.output.contains("steps") && !one.output.contains("ns/op"), "\(one.output)")
    let none = try await program.run(
      ["report", "a", "--format", "gobench", "--metric", "stepz"], in: folder.path)
    #expect(none.status != 0)
    #expect(none.error.contains("no metric stepz"), "\(none.error)")
  }

  @Test("An exact one that changed fails check and compare, and the first line names it")
  func exact() async throws {
    let folder = try TemporaryFolder()
    let base = try await program.run(
      ["run", "--out", "a", "--no-time"] + Self.options(try worker("nothing", in: folder)),
      in: folder.path)
    #expect(base.status == 0, "\(base.error)")
    let saved = try await program.run(["baseline", "save", "a", "main"], in: folder.path)
    #expect(saved.status == 0, "\(saved.error)")
    let planted = Self.options(try worker("ownCount", in: folder)) + ["--no-time"]
    let check = try await program.run(["check", "--out", "b"] + planted, in: folder.path)
    #expect(check.status == 1, "\(check.output) \(check.error)")
    #expect(check.output.contains("steps"), "\(check.output)")
    let compare = try await program.run(["compare", "main", "b"], in: folder.path)
    #expect(compare.status == 1)
    let first = try #require(compare.output.split(separator: "\n").first)
    #expect(first.contains("FAIL: ") && first.contains("total steps +0.889 (+50.0 %)"), "\(first)")
    // Fewer hits are worse, since the declaration says that more are better.
    #expect(compare.output.contains("; also hits -0.889 (-20.0 %)"), "\(compare.output)")

    // Of a metric of which more is better, a fall is accepted.
    try folder.write(
      """
      schema = 2
      [[accept]]
      cells = "own-metrics/*"
      metric = "hits"
      relative = "20 %"
      reason = "a smaller cache"
      until = 2999-01-01
      [[tolerance]]
      metric = "steps"
      absolute = 1
      reason = "a step more is fine"

      """, to: "limits.toml")
    let limits = ["compare", "main", "b", "--thresholds", "limits.toml"]
    let accepted = try await program.run(limits, in: folder.path)
    #expect(accepted.status == 0, "\(accepted.output) \(accepted.error)")

    // A name that no run declares, and one of the other kind, are refused by line.
    let text = try folder.text("limits.toml")
    for (name, words) in [
      ("stepps", "limits.toml:9: metric is stepps, which neither run declares"),
      ("cache_misses", "limits.toml:9: metric is cache_misses, which is not exact"),
      ("allocatoins", "metric is allocatoins"),
    ] {
      try folder.write(text.replacing("\"steps\"", with: "\"\(name)\""), to: "limits.toml")
      let refused = try await program.run(limits, in: folder.path)
      #expect(refused.status == 2)
      #expect(refused.error.contains(words), "\(refused.error)")
    }
  }

  @Test("One that is not exact is decided by the statistics of ab, and only shown by compare")
  func sampled() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "ownMisses")
    let outcome = try await program.run(
      [
        "ab", "HEAD~1", "HEAD", "--out", "pair", "--strategy", "own-metrics", "--budget", "600s",
        "--rounds", "24",
      ] + repository.options, in: repository.folder.path)
    #expect(outcome.status == 1, "\(outcome.output) \(outcome.error)")
    let first = try #require(outcome.output.split(separator: "\n").first)
    #expect(first.contains("total cache_misses +"), "\(first)")
    let again = try await program.run(
      ["compare", "pair-baseline", "pair-candidate"], in: repository.folder.path)
    #expect(again.output == outcome.output)
    #expect(outcome.output.contains("total reading"), "\(outcome.output)")

    let folder = try TemporaryFolder()
    for plant in ["nothing", "ownMisses"] {
      let run = try await program.run(
        ["run", "--out", plant == "nothing" ? "a" : "b"]
          + Self.options(try worker(plant, in: folder)), in: folder.path)
      #expect(run.status == 0, "\(run.error)")
    }
    let compared = try await program.run(["compare", "a", "b"], in: folder.path)
    #expect(compared.status == 0, "\(compared.output)")
    #expect(compared.output.contains("cache_misses, lines"), "\(compared.output)")
    #expect(compared.output.contains("own-metrics reading"), "\(compared.output)")
    // Without timed rounds, what is sampled in them has not vanished.
    let counted = try await program.run(
      ["run", "--out", "c", "--no-time"] + Self.options(try worker("nothing2", in: folder)),
      in: folder.path)
    #expect(counted.status == 0, "\(counted.error)")
    let apart = try await program.run(["compare", "a", "c"], in: folder.path)
    #expect(apart.status == 0, "\(apart.output)")
  }

  @Test("A strategy that reports what its entry does not declare: 2, with what to add")
  func undeclared() async throws {
    let folder = try TemporaryFolder()
    let run = try await program.run(
      [
        "run", "--worker", try worker("nothing", in: folder), "--strategy", "undeclared",
        "--no-time",
      ], in: folder.path)
    #expect(run.status == 2)
    #expect(run.error.contains("which its entry does not declare; add OwnMetric("), "\(run.error)")
  }
}
