import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures

/// Reports of made-up runs.
enum ReportFixture {
  /// Returns a report of a run, compared with another run if one is given.
  static func report(_ run: Run, against: Run? = nil) throws -> RunReport {
    try RunReport(
      run,
      comparison: try against.map { ($0, try Comparison(baseline: $0, candidate: run)) })
  }

  /// A hostile name that would end any element, text or block that contains it.
  static let mischief =
    "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>]]>{{summary}}</details>&\n\u{1}#`|"

  /// A run in which every text is the hostile name.
  static var hostile: Run {
    var fixture = RunFixture(id: mischief, cells: [])
    let cell = RunFixture.cells[0]
    var meant = cell
    meant.strategy = mischief.split(separator: "/").joined()
    meant.script = mischief.split(separator: "/").joined()
    fixture.rows = RunFixture.rows(of: meant, run: mischief, rounds: 2)
    for place in fixture.rows.indices { fixture.rows[place].text = .wrong }
    fixture.metadata.plan.suites = [mischief]
    fixture.metadata.source.commit = mischief
    fixture.metadata.argv = ["keystroke-bench", "run", mischief]
    fixture.metadata.hosts[0].cpuModel = mischief
    fixture.metadata.hosts[0].kernel = mischief
    fixture.metadata.toolchain.allocator.name = mischief
    fixture.metadata.warnings = [mischief]
    fixture.metadata.wrongTexts = [
      CellMismatch(cell: meant.id, expectedText: mischief, text: mischief)
    ]
    return fixture.run(name: mischief)
  }
}
