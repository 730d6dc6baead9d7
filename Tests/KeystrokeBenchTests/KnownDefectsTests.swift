import BenchmarkModel
import Foundation
import KeystrokeSuites
import Testing

/// Tests that every known defect of a published strategy is a wrong cell in the report, and right in another strategy.
@Suite struct KnownDefectsTests {
  @Test func eachDefectIsAWrongCellAndAnotherIsRight() async throws {
    let verified = try await BuiltProgram.keystrokeBench.run([
      "verify", "--script", "trace-defect-*",
    ])
    #expect(verified.status == 1)
    let wrong = Set(
      verified.output.split(separator: "\n").compactMap { line in
        Cell(id: String(line.prefix { $0 != ":" }))
      })
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Benchmarks/KeystrokeBenchmarks/Traces")
    let defects = try TraceReader.readAll(in: folder).filter { $0.id.hasPrefix("defect-") }
    #expect(defects.count == 22)
    for trace in defects {
      let strategies = try #require(trace.strategies)
      // Each trace has the strategy with the defect and one that is right, except the colour that is too short.
      let right = ["incremental-delegate", "incremental-onchange", "format-on-commit"]
      let published = strategies.filter { !right.contains($0) }
      #expect(published.count == 1, "\(trace.id)")
      #expect(strategies.count == 2 || trace.id == "defect-color-short", "\(trace.id)")
      for strategy in strategies {
        let isWrong = wrong.contains { $0.strategy == strategy && $0.script == trace.script }
        #expect(isWrong == published.contains(strategy), "\(trace.id) with \(strategy)")
      }
    }
  }
}
