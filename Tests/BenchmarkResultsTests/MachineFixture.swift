import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures

/// Made-up runs of one build, on machines of different speed.
enum MachineFixture {
  /// Returns a run whose times are `factor` times those of the fixture, and which starts `seconds` later.
  static func run(
    _ id: String, factor: Double, after seconds: Double = 0,
    cells: [Cell] = RunFixture.cells, rounds: Int = 2
  ) -> RunFixture {
    var fixture = RunFixture(id: id, cells: cells, rounds: rounds)
    fixture.metadata.start += seconds
    for place in fixture.rows.indices where fixture.rows[place].metric == .time {
      for figure in Figure.allCases {
        fixture.rows[place].summary[figure] =
          fixture.rows[place].summary[figure].map { $0 * factor }
      }
    }
    return fixture
  }

  /// Returns the shards of the fixture's cells, measured one after the other on one machine.
  static func shards(_ count: Int) -> [RunFixture] {
    (1...count).compactMap { index in
      Shard(index: index, count: count).map { shard in
        var fixture = run(
          "s\(index)", factor: 1, after: Double(index),
          cells: RunFixture.cells.filter(shard.contains))
        fixture.metadata.plan.shard = ShardRecord(shard, of: RunFixture.cells)
        return fixture
      }
    }
  }
}
