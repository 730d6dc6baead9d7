import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of the formats for other tools and for pull requests; Tests/scripts tests the page in a browser.
struct RunReportTests {
  @Test("Formats equal golden files", arguments: [RunReportFormat.markdown, .junit, .gobench])
  func golden(_ format: RunReportFormat) throws {
    let report = try ReportFixture.report(
      GoldenReportTests.candidate, against: format.comparesRuns ? GoldenReportTests.run : nil)
    let text = try report.rendered(as: format)
    #expect(try Golden("report-\(format.rawValue).txt").compare(text) == .equal)
  }

  @Test("A run without rows is refused by every format", arguments: RunReportFormat.allCases)
  func empty(_ format: RunReportFormat) throws {
    let run = RunFixture(cells: []).run(name: "results/runs/empty")
    #expect(throws: Problem.self) { try RunReport(run).rendered(as: format) }
  }

  @Test("A filter that matches nothing is refused")
  func filtered() throws {
    let error = #expect(throws: Problem.self) {
      try RunReport(GoldenReportTests.run, filter: CellFilter(strategy: ["none"]))
    }
    #expect(error?.description.contains("no cell of results/runs/example passes") == true)
  }

  @Test("Extreme figures do not break any format", arguments: ExtremeFigureTests.figures)
  func extremes(_ figure: Double) throws {
    var fixture = RunFixture(rounds: 4)
    for place in fixture.rows.indices {
      fixture.rows[place].summary = .constant(figure)
      fixture.rows[place].count = .max
    }
    let run = fixture.run(name: "r")
    for format in RunReportFormat.allCases {
      #expect(try !ReportFixture.report(run).rendered(as: format).isEmpty)
    }
  }

  @Test("A very long text is shortened when it is shown")
  func long() throws {
    let long = String(repeating: "x", count: 1 << 18)
    func run(_ id: String) -> Run {
      var fixture = RunFixture(id: long + id, cells: [])
      var cell = RunFixture.cells[0]
      (cell.strategy, cell.script) = (long, long)
      fixture.rows = RunFixture.rows(of: cell, run: long, rounds: 2)
      for place in fixture.rows.indices {
        fixture.rows[place].text = .wrong
        fixture.rows[place].suite = long
      }
      fixture.metadata.argv = ["keystroke-bench", "run", long]
      fixture.metadata.source.commit = long
      fixture.metadata.hosts[0].cpuModel = long + id
      fixture.metadata.toolchain.swift = long + id
      fixture.metadata.warnings = [long]
      fixture.metadata.wrongTexts = [
        CellMismatch(cell: cell.id, expectedText: long, text: long + id)
      ]
      return fixture.run(name: long)
    }
    let report = try ReportFixture.report(run("a"), against: run("b"))
    var texts = try [.html, .markdown, .junit, .gobench].map { try report.rendered(as: $0) }
    for format in [ReportFormat.text, .markdown] {
      texts.append(try RunTable(run("a")).rendered(as: format))
      texts.append(try Comparison(baseline: run("b"), candidate: run("a")).rendered(as: format))
      texts.append(try BaselineList([run("a")]).rendered(as: format))
    }
    for text in texts {
      #expect(text.utf8.count < 125_000, "\(text.prefix(60)): \(text.utf8.count)")
    }
  }

  @Test("Figures that were not measured are left out, and are never 0")
  func notMeasured() throws {
    var fixture = RunFixture()
    fixture.rows.removeAll { $0.metric == .time || $0.instrument == .shim }
    let report = try ReportFixture.report(fixture.run(name: "r"))
    #expect(try !report.rendered(as: .gobench).contains(" ns/op"))
    #expect(try !report.rendered(as: .gobench).contains("allocs/op"))
    #expect(try report.rendered(as: .gobench).contains(" refreshes/op"))
    let page = try report.rendered(as: .html)
    #expect(page.contains("no times were taken"))
    #expect(!page.contains(">p50</th>") && !page.contains(">bytes</th>"))
  }

  @Test("One stall decides no sentence: the typical keystroke is told")
  func typical() throws {
    var fixture = RunFixture()
    fixture.rows += fixture.rows.filter { $0.phase == .total && $0.metric == .time }.map { row in
      var row = row
      (row.metric, row.summary) = (.typicalTime, .constant(301))
      return row
    }
    let sentence = try ReportFixture.report(fixture.run(name: "r")).rendered(as: .markdown)
    #expect(sentence.contains("301 ns") && sentence.contains("typical"), "\(sentence)")
    #expect(!sentence.contains("on the mean"))
  }

  @Test("A cell without a figure that other cells have is shown as not measured")
  func partly() throws {
    // The example has one cell without bytes.
    let page = try ReportFixture.report(GoldenReportTests.run).rendered(as: .html)
    let row = try #require(
      page.split(separator: "\n").first { $0.contains(">fr_FR</td>") && $0.contains("<tr><th") })
    #expect(row.components(separatedBy: "<td class=\"n\">–</td>").count == 2)
  }
}

/// Tests that JUnit's cases fail exactly if the comparison fails.
struct JUnitReportTests {
  private func counts(_ report: RunReport) throws -> (tests: Int, failures: Int, skipped: Int) {
    let text = try report.rendered(as: .junit)
    func count(_ tag: String) -> Int { text.components(separatedBy: "<\(tag)").count - 1 }
    return (count("testcase "), count("failure "), count("skipped "))
  }

  @Test("Equal runs: every cell passes")
  func same() throws {
    let counts = try counts(
      ReportFixture.report(
        RunFixture(id: "r2").run(name: "b"), against: RunFixture().run(name: "a")))
    #expect(counts == (4, 0, 0))
  }

  @Test("Each cell of either run has a case: failed, skipped or passed as in the comparison")
  func changes() throws {
    let (before, after) = (GoldenReportTests.run, GoldenReportTests.candidate)
    let comparison = try Comparison(baseline: before, candidate: after)
    let failing = Set(comparison.failures.map { "\($0.suite) \($0.cell)" })
    let counts = try counts(ReportFixture.report(after, against: before))
    #expect(counts.tests == 5)
    #expect(counts.failures == failing.count && counts.failures > 0)
    #expect(counts.skipped == 3, "a new cell, and those that a run left open that is not finished")
  }

  @Test("If nothing could be decided, every cell is skipped, and the whole has a skipped case")
  func undecided() throws {
    var other = RunFixture(id: "r2")
    other.metadata.toolchain.swift = "6.4"
    let report = try ReportFixture.report(
      other.run(name: "b"), against: RunFixture().run(name: "a"))
    #expect(try counts(report) == (5, 0, 5))
    let text = try report.rendered(as: .junit)
    #expect(
      text.contains(#"<testcase classname="comparison.verdict" name="undecided">"#), "\(text)")
    #expect(try report.rendered(as: .html).contains(#"<p class="summary warning""#))
    #expect(try report.rendered(as: .markdown).contains("**UNDECIDED: the toolchains differ"))
  }

  @Test("In a report without a comparison a wrong text is skipped, with both texts")
  func alone() throws {
    let report = try ReportFixture.report(GoldenReportTests.run)
    #expect(try counts(report) == (4, 0, 1))
    #expect(try report.rendered(as: .junit).contains("wrong text: expected &quot;1\\u{202F}234"))
  }

  @Test("The times of a regressed group fail, even if no single cell regressed")
  func groups() throws {
    var fixture = PairedFixture()
    let effect: PairedFixture.Effect = { cell, phase in
      cell.strategy == "onchange-reformat" && phase == .format ? 1.05 : 1
    }
    fixture.times = effect
    fixture.instructions = effect
    let runs = fixture.runs(looks: [fixture.rounds])
    let comparison = try Comparison(baseline: runs.baseline, candidate: runs.candidate)
    #expect(comparison.fails)
    let text = try ReportFixture.report(runs.candidate, against: runs.baseline)
      .rendered(as: .junit)
    #expect(text.contains("classname=\"comparison.times\""))
    #expect(text.contains("name=\"onchange-reformat format +"))
  }
}

/// Tests of reports with names from hostile files.
struct HostileReportTests {
  @Test("No name ends the element that contains it", arguments: [false, true])
  func mischief(isCompared: Bool) throws {
    let run = ReportFixture.hostile
    let report = try ReportFixture.report(run, against: isCompared ? run : nil)
    let page = try report.rendered(as: .html)
    #expect(!page.contains("<script>alert") && !page.contains("<img"))
    #expect(page.components(separatedBy: "</script>").count == 3, "the page's own two")
    // Text in a code block is shown as it is.
    let markdown = try report.rendered(as: .markdown)
      .replacing(#/```text\n[\s\S]*?\n```/#, with: "")
    #expect(
      markdown.components(separatedBy: "<details>").count
        == markdown.components(separatedBy: "</details>").count)
    #expect(!markdown.contains("<script") && !markdown.contains("<img"))
    let junit = try report.rendered(as: .junit)
    #expect(!junit.contains("\u{1}") && !junit.contains("<script"))
  }

  @Test("A name with line breaks takes one line in Go's format")
  func lines() throws {
    let text = try ReportFixture.report(ReportFixture.hostile).rendered(as: .gobench)
    let benchmarks = text.split(separator: "\n").filter { $0.hasPrefix("Benchmark") }
    #expect(benchmarks.count == 2)
    // Two rounds; each line has a name and iterations, then pairs of value and unit.
    for line in benchmarks {
      let fields = line.split(whereSeparator: \.isWhitespace)
      #expect(fields.count >= 4 && Int(fields[1]) != nil && Double(fields[2]) != nil)
    }
  }
}

/// Tests that a report fits in a comment on a pull request, which holds 65,536 characters.
struct PullRequestReportTests {
  private static func report(cells: Int, copies: Int = 1) throws -> RunReport {
    let once = LargeRun.rows(cells: cells, rounds: 1)
    let rows = (0..<copies).flatMap { copy in
      once.map { row in
        var row = row
        if copy > 0 { row.cell.strategy += "-\(copy)" }
        return row
      }
    }
    let worse = rows.map { row in
      var row = row
      if row.metric == .allocations { row.summary[.mean] = (row.summary.mean ?? 0) + 1 }
      return row
    }
    let metadata = LargeRun.metadata(rounds: 1)
    return try ReportFixture.report(
      Run(name: "today", metadata: metadata, rows: RowTable(worse)),
      against: Run(name: "main", metadata: metadata, rows: RowTable(rows)))
  }

  @Test("Lines that do not fit are left out as a whole, and counted")
  func large() throws {
    let text = try Self.report(cells: 504, copies: 3).rendered(as: .markdown)
    #expect(text.utf8.count < 65_000 && text.utf8.count > 60_000)
    #expect(text.hasPrefix("<!-- keystroke-bench: ") && text.contains(" -->\n**FAIL: "))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let last = try #require(lines.last { !$0.isEmpty })
    let remark = try #require(
      last.wholeMatch(of: #/_([0-9]+) lines left out here, .*shows all\._/#))
    #expect(try #require(Int(remark.1)) > 10)
    #expect(lines.count { $0 == "<details>" } == lines.count { $0 == "</details>" })
    #expect(lines.count { $0.hasPrefix("```") } % 2 == 0)
    // Rows of a table are complete: they have as many bars as the header.
    for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("|") {
      guard next.hasPrefix("|") else { continue }
      let bars = [line, next].map { $0.replacing("\\|", with: "").count { $0 == "|" } }
      #expect(bars[0] == bars[1], "\(next)")
    }
    let left = lines.count { $0.contains("| in ") || $0.hasPrefix("| ") }
    #expect(left > 100)
  }

  @Test("A report that fits is complete, with verdict and causes first and the rest folded")
  func small() throws {
    let text = try Self.report(cells: 8).rendered(as: .markdown)
    #expect(!text.contains("left out here"))
    #expect(text.contains("<summary>Regressed ("))
    let fold = try #require(text.firstRange(of: "<details>"))
    #expect(text[..<fold.lowerBound].contains("- regressed: "))
    for cell in LargeRun.cells(8) { #expect(text[fold.lowerBound...].contains(cell.locale)) }
  }

  @Test("However much changed, a reader sees at most ten lines before the first fold")
  func tenLines() throws {
    let (before, after) = PairedFixture.planted(0.5) { $0.locale == "fr_FR" }.runs(looks: [12, 40])
    let busy = after.with { metadata, rows in
      metadata.toolchain.swift = "6.4"
      metadata.toolchain.icu = "75.0"
      metadata.warnings = (0..<5).map { "warning \($0)" }
      for place in rows.indices where rows[place].cell.length == 3 { rows[place].text = .wrong }
      rows.removeAll { $0.cell.length == 15 && $0.cell.locale == "en_US" }
    }
    for (run, other) in [(after, before), (busy, before)] {
      let text = try ReportFixture.report(run, against: other).rendered(as: .markdown)
      let seen = text.prefix(upTo: try #require(text.firstRange(of: "<details>")).lowerBound)
        .split(separator: "\n").dropFirst()
      #expect(seen.count <= 10 && seen[1].hasPrefix("**FAIL: "), "\(seen)")
      #expect(seen.allSatisfy { !$0.hasPrefix("|") }, "\(seen)")
    }
    let text = try ReportFixture.report(after, against: before).rendered(as: .markdown)
    #expect(text.contains(/\n- regressed: .* format \+/))
    // What was not decided is said, with what would decide it.
    var noisy = PairedFixture()
    noisy.noise = 0.3
    let open = noisy.runs(looks: [12])
    let undecided = try ReportFixture.report(open.candidate, against: open.baseline)
      .rendered(as: .markdown)
    #expect(
      undecided.contains(
        "- not decided: the time of a keystroke in 18 of 18 cells; --budget 2m may decide it, or for "
      ), "\(undecided.prefix(2_000))")
  }

  @Test("The mark of a comment names suite, folder and job, so that none overwrites another's")
  func mark() throws {
    func mark(_ folder: String, _ job: String = "") throws -> Substring? {
      try RunReport(RunFixture().run(name: "a"), folder: folder, job: job)
        .rendered(as: .markdown).split(separator: "\n").first
    }
    #expect(try mark("a/", "my ci/run") == "<!-- keystroke-bench: keystrokes a myci/run -->")
    #expect(try mark("") == "<!-- keystroke-bench: keystrokes -->")
    #expect(
      try mark("Fields/Benchmarks/") == "<!-- keystroke-bench: keystrokes Fields/Benchmarks -->")
    let issues = Cell(strategy: "GH-1", value: "gh-22", locale: "en", length: 3, script: "type")
    let text = try RunReport(RunFixture(cells: [issues]).run(name: "a")).rendered(as: .markdown)
    #expect(!text.contains("GH-1") && !text.contains("gh-22"), "\(text)")
    #expect(try mark("a --> b/") == "<!-- keystroke-bench: keystrokes a-b -->")
  }
}
