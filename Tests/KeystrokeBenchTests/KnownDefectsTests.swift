import BenchmarkModel
import Foundation
import KeystrokeSuites
import KeystrokeTrace
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
    let defects = try TraceReader.readAll(in: folder).filter { $0.name.hasPrefix("defect-") }
    #expect(defects.count == 23)
    for trace in defects {
      let strategies = try #require(trace.strategies)
      // Each trace has the strategy with the defect and one that is right, except the colour that is too short.
      let right = ["incremental-delegate", "incremental-onchange", "format-on-commit"]
      let published = strategies.filter { !right.contains($0) }
      #expect(published.count == 1, "\(trace.name)")
      #expect(strategies.count == 2 || trace.name == "defect-color-short", "\(trace.name)")
      for strategy in strategies {
        let isWrong = wrong.contains { $0.strategy == strategy && $0.script == trace.script }
        #expect(isWrong == published.contains(strategy), "\(trace.name) with \(strategy)")
      }
    }
  }
}
