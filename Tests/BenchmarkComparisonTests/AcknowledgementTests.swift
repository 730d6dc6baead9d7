import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the changes that an acknowledgement excludes from the gate, and of acknowledgements that fail the gate.
@Suite("Acknowledgements")
struct AcknowledgementTests {
  private static let cell = RunFixture.cells[0]
  private static let lastDay = Day(year: 2027, month: 1, day: 31)

  /// Compares the fixture with a changed copy, by an acknowledgement to which a reason and an end are added.
  private func compare(
    _ entry: String, on day: Day = lastDay, filter: CellFilter = CellFilter(),
    _ change: (inout RunFixture) -> Void
  ) throws -> Comparison {
    var candidate = RunFixture(id: "r2")
    change(&candidate)
    let text =
      "schema = 2\n[[acknowledgement]]\n\(entry)\nreason = \"worth it\"\nexpires = \(Self.lastDay)\n"
    return try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: candidate.run(name: "b"), filter: filter,
      thresholds: Thresholds(toml: text, file: "t.toml"), on: day)
  }

  private static let one = """
    cells = "\(cell.id)"
    metric = "allocations"
    phase = "total"
    change = "+20 %"
    """

  private func allocations(_ count: Double) -> (inout RunFixture) -> Void {
    { $0.change(Self.cell, .total, .allocations) { $0.summary = .constant(count) } }
  }

  private func faults(_ comparison: Comparison) -> [AcknowledgementFault.Kind] {
    comparison.acknowledgementFaults.map(\.kind)
  }

  @Test("An acknowledged change is shown as such and does not fail")
  func accepted() throws {
    let comparison = try compare(Self.one, allocations(6))
    #expect(!comparison.fails && comparison.failures.isEmpty)
    let entry = try #require(comparison.entries.first { $0.finding == .acknowledged })
    #expect(entry.cell == Self.cell && entry.before == 5 && entry.after == 6)
    guard case .acknowledged(.regressed, let acknowledgement) = entry.remarks.last else {
      Issue.record("\(entry.remarks)")
      return
    }
    #expect(acknowledgement.reason == "worth it" && acknowledgement.expires == Self.lastDay)
  }

  @Test("A change larger than the acknowledged one fails, in any figure, and is reported")
  func larger() throws {
    let mean = try compare(Self.one, allocations(6.001))
    #expect(mean.failures.map(\.finding) == [.regressed])
    let remarks = try #require(mean.failures.first).remarks
    #expect(remarks.contains { if case .exceeds = $0 { true } else { false } })
    #expect(faults(mean).isEmpty)
    let worst = try compare(Self.one) {
      $0.change(Self.cell, .total, .allocations) {
        $0.summary = .constant(6)
        $0.summary[.max] = 7
      }
    }
    #expect(worst.failures.map(\.finding) == [.regressed])
  }

  @Test("A figure that rises from 0 counts against the mean")
  func minimum() throws {
    func summary(_ min: Double, _ mean: Double) -> Summary {
      var summary = Summary.constant(mean)
      summary[.min] = min
      return summary
    }
    let file =
      "schema = 2\n[[acknowledgement]]\n\(Self.one)\nreason = \"x\"\nexpires = 2027-01-31\n"
    for (minimum, fails) in [(1.0, false), (2, true)] {
      var (before, after) = (RunFixture(), RunFixture(id: "r2"))
      before.change(Self.cell, .total, .allocations) { $0.summary = summary(0, 5) }
      after.change(Self.cell, .total, .allocations) { $0.summary = summary(minimum, 6) }
      let comparison = try Comparison(
        baseline: before.run(name: "a"), candidate: after.run(name: "b"),
        thresholds: Thresholds(toml: file, file: "t.toml"), on: Self.lastDay)
      #expect(comparison.fails == fails)
    }
  }

  @Test("A rise from 0 needs a level: no percentage covers it, and no level covers a larger rise")
  func fromZero() throws {
    let base = "cells = \"*\"\nmetric = \"allocations\"\nphase = \"filter\"\n"
    let change: (inout RunFixture) -> Void = {
      $0.change(Self.cell, .filter, .allocations) { $0.summary = .constant(3) }
    }
    #expect(try compare(base + "change = \"+1000000 %\"", change).fails)
    #expect(try compare(base + "to = 2.9", change).fails)
    let accepted = try compare(base + "to = 3", change)
    #expect(!accepted.fails)
    let entry = try #require(accepted.entries.first { $0.finding == .acknowledged })
    #expect(entry.before == 0 && entry.after == 3)
  }

  @Test("It holds through its last day; then it fails the gate, and so do the changes it covered")
  func expired() throws {
    #expect(try !compare(Self.one, on: Self.lastDay, allocations(6)).fails)
    let comparison = try compare(Self.one, on: Self.lastDay.adding(days: 1), allocations(6))
    #expect(faults(comparison) == [.expired])
    #expect(comparison.failures.map(\.finding) == [.regressed])
    #expect(comparison.acknowledgementFaults.first?.acknowledgement.line == 2)
    let quiet = try compare(Self.one, on: Self.lastDay.adding(days: 1)) { _ in }
    #expect(quiet.fails && faults(quiet) == [.expired])
  }

  @Test("An acknowledgement that matches no change fails the gate")
  func unused() throws {
    let comparison = try compare(Self.one) { _ in }
    #expect(comparison.fails && comparison.failures.isEmpty)
    #expect(faults(comparison) == [.unused])
    let other = try compare(Self.one.replacing("total", with: "format"), allocations(6))
    #expect(other.failures.count == 1 && faults(other) == [.unused])
    let fell = try compare(Self.one, allocations(4))
    #expect(faults(fell) == [.unused])
  }

  @Test("An acknowledgement whose cells were filtered out is neither unused nor expired")
  func filtered() throws {
    let filter = CellFilter(strategy: ["onchange-*"])
    #expect(try !compare(Self.one, filter: filter) { _ in }.fails)
    let late = Self.lastDay.adding(days: 1)
    #expect(try !compare(Self.one, on: late, filter: filter) { _ in }.fails)
    let own = CellFilter(strategy: ["delegate-*"])
    #expect(faults(try compare(Self.one, filter: own) { _ in }) == [.unused])
    #expect(faults(try compare(Self.one, on: late, filter: own) { _ in }) == [.expired])
  }

  @Test("An acknowledgement whose metric was not measured, or does not gate here, is not unused")
  func notComparable() throws {
    let unmeasured = try compare(Self.one) { $0.rows.removeAll { $0.instrument == .shim } }
    #expect(faults(unmeasured).isEmpty)
    let otherAllocator = try compare(Self.one) { $0.metadata.toolchain.allocator.version = "6" }
    #expect(!otherAllocator.fails)
    #expect(faults(otherAllocator).isEmpty)
  }

  @Test("A change that cannot be judged keeps its acknowledgement, and is not acknowledged")
  func inconclusive() throws {
    let comparison = try compare(Self.one) { fixture in
      let place = fixture.rows.firstIndex {
        $0.cell == Self.cell && $0.metric == .allocations && $0.phase == .total
      }
      guard let place else { return }
      fixture.rows[place].round = 1
      var second = fixture.rows[place]
      second.round = 2
      second.summary = .constant(50)
      fixture.rows.append(second)
    }
    #expect(comparison.entries.contains { $0.finding == .inconclusive })
    #expect(!comparison.entries.contains { $0.finding == .acknowledged })
    #expect(faults(comparison).isEmpty)
  }

  @Test("A vanished cell is acknowledged by its name, and a vanished row by the row's name")
  func vanished() throws {
    let entry = "cells = \"\(Self.cell.id)\"\nfinding = \"vanished\"\n"
    let whole = entry + "what = \"cell\""
    let gone = try compare(whole) { $0.rows.removeAll { $0.cell == Self.cell } }
    #expect(!gone.fails)
    let acknowledged = try #require(gone.entries.first { $0.finding == .acknowledged })
    #expect(acknowledged.evidence == "cell")
    let rows = try compare(whole) {
      $0.rows.removeAll { $0.cell == Self.cell && $0.metric == .bytes }
    }
    #expect(rows.failures.map(\.finding) == [.vanished])
    let other = try compare(whole) { $0.rows.removeAll { $0.cell == RunFixture.cells[1] } }
    #expect(other.failures.map(\.cell) == [RunFixture.cells[1]])
    #expect(faults(other) == [.unused])
    let metric = try compare("cells = \"*\"\nmetric = \"bytes\"\nchange = \"+100 %\"") {
      $0.rows.removeAll { $0.cell == Self.cell }
    }
    #expect(metric.failures.map(\.finding) == [.vanished])
  }

  @Test("A text that broke is acknowledged with its code; another text is not")
  func text() throws {
    func change(_ text: String) -> (inout RunFixture) -> Void {
      { fixture in
        for place in fixture.rows.indices where fixture.rows[place].cell == Self.cell {
          fixture.rows[place].text = .wrong
        }
        fixture.metadata.wrongTexts = [
          CellMismatch(cell: Self.cell.id, expectedText: "1,234", text: text)
        ]
      }
    }
    let entry = """
      cells = "\(Self.cell.id)"
      finding = "text_wrong"
      what = "\\"1234\\" for \\"1,234\\""
      """
    #expect(try !compare(entry, change("1234")).fails)
    #expect(try compare(entry, change("123")).failures.map(\.finding) == [.textBroke])
  }
}
