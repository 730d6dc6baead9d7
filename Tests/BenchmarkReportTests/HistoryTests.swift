import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that a history puts runs in order and shows the runs in which exact metrics changed.
struct HistoryTests {
  private struct Document: Decodable {
    struct Run: Decodable {
      var id: String
      var commit: String
    }
    struct Change: Decodable, Equatable {
      var cell: String
      var phase: String
      var metric: String
      var figure: String
      var from: Int
      var to: Int
      var before: Double?
      var after: Double?
      var also: [String]
    }
    struct TextChange: Decodable {
      var cell: String
      var from: Int
      var to: Int
      var text: String
    }
    struct Series: Decodable {
      var cell: String
      var phase: String
      var metric: String
      var figure: String
      var host: String?
      var values: [Double?]
    }
    var order: String
    var runs: [Run]
    var changes: [Change]
    var textChanges: [TextChange]
    var series: [Series]
  }

  private func document(_ history: History) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(history.rendered(as: .json).utf8))
  }

  @Test("Formats for people equal golden files", arguments: [ReportFormat.text, .markdown])
  func golden(_ format: ReportFormat) throws {
    let text = try HistoryFixture.eventful.rendered(as: format)
    let name = "history.\(GoldenReportTests.extensions[format] ?? "")"
    #expect(try Golden(name).compare(text) == .equal)
  }

  @Test("A change is listed at the run in which the figure changes, with the other changes there")
  func changes() throws {
    let document = try document(HistoryFixture.eventful)
    let cells = RunFixture.cells
    let allocations = document.changes.filter { $0.metric == "allocations" && $0.phase == "total" }
    #expect(allocations.map(\.cell) == cells[..<2].map(\.id))
    for change in allocations {
      #expect((change.from, change.to) == (1, 2))
      #expect(change.before == 5 && change.after == 6 && change.also == [])
    }
    let fromNothing = document.changes.filter { $0.phase == "filter" }
    #expect(fromNothing.map(\.before) == [0, 0] && fromNothing.map(\.after) == [1, 1])
    let worst = try #require(document.changes.first { $0.metric == "bytes" })
    #expect(worst.figure == "max" && worst.after == 9_000)
    #expect(worst.also == ["Swift 6.3.1, now 6.4"])
    #expect(document.changes.count == 5)
    let text = try #require(document.textChanges.first)
    #expect(document.textChanges.count == 1)
    #expect(text.cell == cells[3].id && text.from == 2 && text.to == 3 && text.text == "wrong")
  }

  @Test("Another run of one commit is said to be of the same code")
  func rerun() throws {
    var second = RunFixture(id: "r2")
    second.change(RunFixture.cells[0], .total, .allocations) { $0.summary = .constant(6) }
    let runs = [RunFixture().run(name: "a"), second.run(name: "b")].map { HistoryRun($0) }
    let text = try History(runs, order: .named).rendered(as: .text)
    #expect(text.contains("all of the same commit"), "\(text)")
    #expect(text.contains("the commit is the same as before, and so is the code"), "\(text)")
  }

  @Test("A run without the cell is not a change, and neither is one whose rounds differ")
  func gaps() throws {
    let cell = RunFixture.cells[0]
    let others = Array(RunFixture.cells.dropFirst())
    let missing = HistoryFixture.history([
      HistoryFixture.run(1), HistoryFixture.run(2, cells: others), HistoryFixture.run(3),
      HistoryFixture.run(4, cells: others),
      HistoryFixture.run(5) { fixture in
        fixture.change(cell, .total, .allocations) { $0.summary = .constant(7) }
      },
    ])
    let changes = try document(missing).changes
    #expect(changes.map { [$0.from, $0.to] } == [[2, 4]])
    let line = try #require(
      document(missing).series.first {
        $0.cell == cell.id && $0.phase == "total" && $0.metric == "allocations"
      })
    #expect(line.values == [5, nil, 5, nil, 7])

    let varying = HistoryFixture.history([
      HistoryFixture.run(1),
      HistoryFixture.run(2) { fixture in
        guard
          let place = fixture.rows.firstIndex(where: {
            $0.cell == cell && $0.phase == .total && $0.metric == .allocations
          })
        else { return }
        fixture.rows[place].round = 1
        var second = fixture.rows[place]
        second.round = 2
        second.summary = .constant(9)
        fixture.rows.append(second)
      },
      HistoryFixture.run(3),
    ])
    #expect(try document(varying).changes.isEmpty)
  }

  @Test("Runs are in order of ancestry if it is known, else of start; the report says which")
  func order() throws {
    let runs = [1, 2, 3].map { HistoryFixture.run($0) }
    let places = [
      HistoryFixture.commit(1): 2, HistoryFixture.commit(2): 0, HistoryFixture.commit(3): 1,
    ]
    let ancestry = try document(History(runs, order: .ancestry(places)))
    #expect(ancestry.runs.map(\.id) == ["r2", "r3", "r1"])
    #expect(ancestry.order.hasPrefix("by ancestry of the commits"))
    let start = try document(History(runs.reversed(), order: .start(reason: "there is no git")))
    #expect(start.runs.map(\.id) == ["r1", "r2", "r3"])
    #expect(start.order == "by the start of the runs, since there is no git")
  }

  @Test("Times are separate for each machine, exact metrics are not; also in a merged run")
  func machines() throws {
    var runs = [1, 2].map { number in
      HistoryFixture.run(number) { fixture in
        fixture.metadata.hosts[0].cpuModel = "processor \(number)"
        HistoryFixture.scale(&fixture, by: Double(number))
      }
    }
    let fixtures = [3.0, 4].map { factor in
      var fixture = RunFixture(id: "m\(factor)")
      fixture.metadata.start += 86_400 * factor
      fixture.metadata.source.commit = HistoryFixture.commit(5)
      fixture.metadata.hosts[0].cpuModel = "processor \(Int(factor) - 2)"
      HistoryFixture.scale(&fixture, by: factor)
      return fixture.run(name: fixture.metadata.id)
    }
    runs.append(HistoryRun(try RunMerge(fixtures, argv: []).run(name: "merged")))
    let document = try document(HistoryFixture.history(runs))
    let cell = RunFixture.cells[0].id
    let times = document.series.filter {
      $0.cell == cell && $0.phase == "total" && $0.metric == "time" && $0.figure == "p50"
    }
    #expect(times.map(\.host) == ["processor 1, 2 cores, tsc", "processor 2, 2 cores, tsc"])
    // The p50 of the fixture is 1125, plus a quarter in each round.
    #expect(times.map(\.values) == [[1_125.375, nil, 3_376.125], [nil, 2_250.75, 4_501.5]])
    let counts = document.series.filter { $0.cell == cell && $0.metric == "bytes" }
    #expect(counts.allSatisfy { $0.host == nil && $0.values == [747, 747, 747] })
  }

  @Test("A mean covers the cells that every run has, so other cells do not change it")
  func common() throws {
    let cells = RunFixture.cells
    let history = HistoryFixture.history([
      HistoryFixture.run(1), HistoryFixture.run(2, cells: [cells[0], cells[2]]),
    ])
    let text = try history.rendered(as: .text)
    #expect(text.contains(/delegate-filter +time +1 +1.13 µs +1.13 µs/))
    #expect(!text.contains(/delegate-filter +allocations/))
  }

  @Test("Runs without a common cell have no mean, and the report says so")
  func nothingInCommon() throws {
    let cells = RunFixture.cells
    let history = HistoryFixture.history([
      HistoryFixture.run(1, cells: [cells[0]]), HistoryFixture.run(2, cells: [cells[1]]),
    ])
    let text = try history.rendered(as: .text)
    #expect(text.contains("left out, since the runs have no cell in common"), "\(text)")
    #expect(!text.contains(/delegate-filter +time/))
  }

  @Test("The CSV has one line per run and figure, and nothing that was not measured")
  func csv() throws {
    let cell = RunFixture.cells[0]
    let history = HistoryFixture.history([
      HistoryFixture.run(1) { fixture in
        fixture.change(cell, .total, .time) { $0.summary[.p99] = nil }
      }
    ])
    let lines = try history.rendered(as: .csv).split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "order,commit,start,run,suite,strategy,value,locale,length,script,phase,metric,instrument,unit,text,figure,measured,host"
    )
    let times = lines.filter { $0.contains(",en_US,9,type,total,time,") }
    // The locale has two cells; one of them lacks the p99.
    #expect(times.count { $0.contains(",p50,") } == 2 && times.count { $0.contains(",p99,") } == 1)
    #expect(
      lines.contains(
        "1,1111111111,2023-11-15T22:13:20Z,r1,keystrokes,delegate-filter,int,en_US,9,type,total,bytes,shim,B,ok,mean,747,"
      ))
    #expect(!lines.contains { $0.contains(",,") && $0.contains(",time,") })
  }
}
