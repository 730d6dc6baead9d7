import Foundation
import KeystrokeWorkload
import Testing

/// Every known defect of a published strategy shows in the report as a wrong cell, and the incremental engine has none.
@Suite struct KnownDefectsTests {
  @Test func eachDefectIsAWrongCellAndTheEngineIsRight() async throws {
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
    #expect(defects.count == 18)
    for trace in defects {
      let strategies = try #require(trace.strategies)
      let published = strategies.filter { !$0.hasPrefix("incremental") }
      #expect(published.count == 1 && strategies.count == 2, "\(trace.name)")
      for strategy in strategies {
        let isWrong = wrong.contains { $0.strategy == strategy && $0.script == trace.script }
        #expect(isWrong == published.contains(strategy), "\(trace.name) with \(strategy)")
      }
    }
  }
}
