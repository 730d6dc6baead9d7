import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures

/// Made-up runs, one per commit; ids, start times and commits have the same order.
enum HistoryFixture {
  /// Returns the commit of a run: its digit ten times.
  static func commit(_ number: Int) -> String { String(repeating: "\(number)", count: 10) }

  /// Returns the run of a commit, with the changes that a test needs.
  static func run(
    _ number: Int, cells: [Cell] = RunFixture.cells, _ change: (inout RunFixture) -> Void = { _ in }
  ) -> HistoryRun {
    var fixture = RunFixture(id: "r\(number)", cells: cells)
    fixture.metadata.start += Double(number) * 86_400
    fixture.metadata.source.commit = commit(number)
    change(&fixture)
    return HistoryRun(fixture.run(name: "runs/r\(number)"))
  }

  /// Returns the history in order of start.
  static func history(_ runs: [HistoryRun]) -> History {
    History(runs, order: .start(reason: "a test says so"))
  }

  /// Multiplies all times of a run by a factor.
  static func scale(_ fixture: inout RunFixture, by factor: Double) {
    for place in fixture.rows.indices where fixture.rows[place].metric == .time {
      for figure in Figure.allCases {
        fixture.rows[place].summary[figure] =
          fixture.rows[place].summary[figure].map { $0 * factor }
      }
    }
  }

  /// A history with an exact change, a wrong text, slower times and an unfinished run.
  static var eventful: History {
    let cells = RunFixture.cells
    return history(
      (1...6).map { number in
        run(number) { fixture in
          scale(&fixture, by: number < 5 ? 1 + Double(number) / 100 : 1.5)
          for cell in cells[..<2] where number >= 3 {
            fixture.change(cell, .total, .allocations) { $0.summary = .constant(6) }
            fixture.change(cell, .filter, .allocations) { $0.summary = .constant(1) }
          }
          if number >= 4 {
            fixture.change(cells[2], .total, .bytes) { $0.summary[.max] = 9_000 }
            fixture.metadata.toolchain.swift = "6.4"
            for place in fixture.rows.indices where fixture.rows[place].cell == cells[3] {
              fixture.rows[place].text = .wrong
            }
          }
          if number == 5 {
            fixture.metadata.status = .interrupted
            fixture.metadata.source.dirty = true
            fixture.rows.removeAll { $0.cell == cells[3] }
          }
        }
      })
  }
}
