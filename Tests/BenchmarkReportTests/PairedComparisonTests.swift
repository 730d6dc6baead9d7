import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of the verdicts of a paired comparison, on made-up rounds.
struct PairedComparisonTests {
  private func judge(_ fixture: PairedFixture) -> PairedTest {
    var pairedTest = PairedTest(
      suite: "keystrokes", thresholds: .none, seed: 1, links: fixture.links)
    pairedTest.add(instructions: fixture.counted)
    for round in fixture.rounded { pairedTest.add(times: round) }
    _ = pairedTest.look(spent: 1)
    return pairedTest
  }

  private func compare(_ fixture: PairedFixture) throws -> Comparison {
    let runs = fixture.runs(looks: [12, 24, fixture.rounds])
    return try Comparison(baseline: runs.baseline, candidate: runs.candidate)
  }

  @Test("Equal sides: nothing is called changed, and strategies are called unchanged")
  func same() throws {
    let pairedTest = judge(PairedFixture())
    #expect(
      !pairedTest.verdicts.values.contains { [.regressed, .improved].contains($0.verdict) })
    let group = TimedSubject(
      scope: .group(CellGroup(.strategy, of: PairedFixture.cells[0])), phase: .total)
    let verdict = try #require(pairedTest.verdicts[group])
    #expect(verdict.rounds == 40)
    #expect(verdict.effect.interval?.contains(1) == true)
  }

  @Test("A change of one phase of one strategy comes first, before the whole keystroke")
  func strategy() throws {
    let comparison = try compare(PairedFixture.planted(0.05) { $0.strategy == "onchange-reformat" })
    #expect(comparison.fails)
    let lines = try comparison.rendered(as: .text).split(separator: "\n")
    #expect(
      lines[0].contains(
        /^FAIL: onchange-reformat format \+[0-9.]+ %, onchange-reformat format instructions \+[^,]+, [0-9]+ regressed/
      ), "\(lines[0])")
    #expect(lines[1].hasPrefix("onchange-reformat format +"))
    #expect(lines[1].hasSuffix(" of 6 cells; with instructions"))
    #expect(comparison.timed.map(\.phase) == [.format, .total])
    #expect(comparison.timed.map(\.group.strategy) == ["onchange-reformat", "onchange-reformat"])
    let changed = comparison.entries.filter { $0.finding == .regressed }
    #expect(!changed.isEmpty)
    #expect(changed.allSatisfy { $0.cell.strategy == "onchange-reformat" })
    #expect(Set(changed.compactMap(\.phase)).isSubset(of: [.format, .total]))
  }

  @Test("If one strategy is compared it is named, and has its own verdict and bound")
  func soleStrategy() throws {
    let sole = "onchange-reformat"
    var fixture = PairedFixture.planted(0.05) { _ in true }
    fixture.cells = PairedFixture.cells.filter { $0.strategy == sole }
    let comparison = try compare(fixture)
    let text = try comparison.rendered(as: .text)
    let lines = text.split(separator: "\n")
    #expect(
      lines[0].contains(
        /^FAIL: onchange-reformat format \+[0-9.]+ %, onchange-reformat format instructions \+[^,]+, [0-9]+ regressed/
      ), "\(lines[0])")
    #expect(lines[1].hasPrefix("onchange-reformat format +"))
    #expect(text.contains("regressed: onchange-reformat: format instructions +"))
    #expect(!text.contains("all cells"))
    let verdicts = try #require(comparison.pairedTest).verdicts
    let whole = try #require(
      verdicts[
        TimedSubject(scope: .group(CellGroup(.strategy, of: fixture.cells[0])), phase: .total)])
    let worst = try #require(comparison.worst)
    #expect(worst.name == sole)
    // The mean of its cells has a narrower interval than any single cell.
    let robust = try #require(whole.effect.interval?.upperBound) - 1
    #expect(worst.share >= robust && worst.share < 1.2 * robust)
    #expect(text.contains(/\n *onchange-reformat +format +[0-9.]+ ns +1\.0[45]/), "\(text)")
  }

  @Test("A change in one locale counts the cells of each strategy, without a group verdict")
  func locale() throws {
    var fixture = PairedFixture.planted(0.05) { $0.locale == "fr_FR" }
    fixture.cells = PairedFixture.cells.filter { $0.strategy == "onchange-reformat" }
    let line = try #require(try compare(fixture).timed.first)
    #expect(line.phase == .format && line.group.strategy == "onchange-reformat")
    #expect(line.timed?.verdict == nil)
    #expect(line.changes.allSatisfy { $0.cell.locale == "fr_FR" })
    #expect(!line.changes.isEmpty && line.compared == 6)
  }

  @Test("A strategy of one cell has the times of that cell in the table of strategies")
  func soleCells() throws {
    var fixture = PairedFixture.planted(0.05) { $0.strategy == "onchange-reformat" }
    fixture.cells = PairedFixture.cells.filter { $0.length == 9 && $0.locale == "en_US" }
    #expect(fixture.cells.count == 3)
    let text = try compare(fixture).rendered(as: .text)
    for cell in fixture.cells {
      #expect(
        text.contains(
          try Regex("\n\(cell.strategy) +format +[0-9.]+ ns +[0-9.]+ +[0-9.]+ +[0-9.]+")),
        "\(text)")
    }
    #expect(text.contains(/\nonchange-reformat +format +[0-9.]+ ns +1\.0[45]/))
  }

  @Test("Faster is improved, and does not fail")
  func improved() throws {
    let comparison = try compare(PairedFixture.planted(-0.05) { $0.locale == "fr_FR" })
    #expect(!comparison.fails)
    let lines = try comparison.rendered(as: .text).split(separator: "\n")
    #expect(lines[0].hasPrefix("PASS"))
    let first = try #require(comparison.timed.first)
    #expect(first.phase == .format && first.direction == .improved)
    #expect(comparison.timed.allSatisfy { !$0.fails })
  }

  @Test("A change of a single cell is named with its cell")
  func cell() throws {
    let meant = PairedFixture.cells[7]
    let comparison = try compare(PairedFixture.planted(0.2) { $0 == meant })
    let lines = try comparison.rendered(as: .text).split(separator: "\n")
    #expect(lines[1].hasPrefix("\(meant.id) format +"))
  }

  @Test("A change without more instructions still counts, and the report says so")
  func timeOnly() throws {
    let comparison = try compare(
      PairedFixture.planted(0.05, counted: false) { $0.strategy == "onchange-reformat" })
    #expect(comparison.fails)
    let lines = try comparison.rendered(as: .text).split(separator: "\n")
    #expect(lines[0].contains(/^FAIL: onchange-reformat format \+[0-9.]+ %, [0-9]+ regressed/))
    #expect(lines[1].hasSuffix(" of 6 cells; without instructions"))
  }

  @Test("With one link per side, a small change without more instructions is inconclusive")
  func layout() throws {
    let isMeant: @Sendable (Cell) -> Bool = { $0.strategy == "onchange-reformat" }
    func compare(_ share: Double) throws -> Comparison {
      var fixture = PairedFixture.planted(share, counted: false, in: isMeant)
      fixture.links = .one
      return try self.compare(fixture)
    }
    let small = try compare(0.05)
    #expect(!small.fails)
    let excused = small.entries.filter { $0.note?.contains("linker") == true }
    #expect(!excused.isEmpty)
    #expect(excused.allSatisfy { $0.finding == .inconclusive })
    let text = try small.rendered(as: .text)
    #expect(text.contains("changed without the instructions"))
    #expect(text.contains("note: one link of each side: layout is not sampled"))
    #expect(try compare(0.5).fails)
  }

  @Test("The instructions of one cell do not count for other cells of its group")
  func layoutOfGroups() throws {
    let meant = PairedFixture.cells[7]
    var fixture = PairedFixture.planted(0.05, counted: false) { $0.locale == meant.locale }
    fixture.links = .one
    fixture.instructions = { cell, phase in cell == meant && phase == .format ? 2 : 1 }
    let pairedTest = judge(fixture)
    func verdict(_ scope: TimedSubject.Scope) throws -> TimedVerdict {
      try #require(pairedTest.verdicts[TimedSubject(scope: scope, phase: .format)])
    }
    let group = try verdict(.group(CellGroup(.locale, of: meant)))
    #expect(group.verdict == .inconclusive)
    #expect(group.mayBeLayout)
    #expect(try verdict(.cell(meant)).verdict == .regressed)
  }

  @Test("Too few rounds, or a wide interval: inconclusive, never unchanged")
  func inconclusive() throws {
    var fixture = PairedFixture()
    fixture.rounds = 5
    let few = judge(fixture)
    #expect(few.verdicts.values.allSatisfy { $0.verdict == .inconclusive })
    fixture.rounds = 40
    fixture.noise = 0.5
    let noisy = judge(fixture)
    #expect(!noisy.verdicts.values.contains { $0.verdict == .unchanged })
  }

  @Test("The same rounds get the same verdict, live and from the two runs")
  func repeatable() throws {
    let fixture = PairedFixture.planted(0.02) { $0.strategy == "onchange-reformat" }
    #expect(
      try compare(fixture).rendered(as: .json) == compare(fixture).rendered(as: .json))
    let again = judge(fixture)
    #expect(
      judge(fixture).verdicts.mapValues(\.effect) == again.verdicts.mapValues(\.effect))
  }

  @Test("A decided cell is no longer measured, and keeps its verdict")
  func decided() throws {
    let fixture = PairedFixture.planted(0.3) { $0 == PairedFixture.cells[0] }
    var pairedTest = PairedTest(suite: "", thresholds: .none, seed: 1)
    pairedTest.add(instructions: fixture.counted)
    let subject = TimedSubject(scope: .cell(PairedFixture.cells[0]), phase: .format)
    for round in fixture.rounded.prefix(20) { pairedTest.add(times: round) }
    _ = pairedTest.look(spent: 0.7)
    let before = try #require(pairedTest.verdicts[subject])
    #expect(before.verdict == .regressed)
    for round in fixture.rounded.suffix(20) {
      pairedTest.add(times: round.filter { $0.cell != PairedFixture.cells[0] })
    }
    let undecided = pairedTest.look(spent: 1)
    #expect(pairedTest.verdicts[subject]?.effect == before.effect)
    #expect(pairedTest.verdicts[subject]?.rounds == 20)
    #expect(!undecided.contains(PairedFixture.cells[0]))
  }

  @Test("If the text changed, no time is called slower or faster")
  func otherText() throws {
    let runs = PairedFixture.planted(-0.5) { $0.strategy == "onchange-reformat" }.runs(looks: [40])
    let candidate = runs.candidate.with { _, rows in
      for place in rows.indices where rows[place].cell.strategy == "onchange-reformat" {
        rows[place].text = .wrong
      }
    }
    let comparison = try Comparison(baseline: runs.baseline, candidate: candidate)
    #expect(comparison.fails)
    let changed = comparison.entries.filter {
      $0.cell.strategy == "onchange-reformat" && $0.metric == .time
    }
    #expect(changed.isEmpty)
    #expect(try !comparison.rendered(as: .text).contains("onchange-reformat format -"))
  }

  @Test("A phase that rises from 0 is inconclusive: it has no ratio, but is listed")
  func fromZero() throws {
    let meant = PairedFixture.cells[0]
    let runs = PairedFixture().runs(looks: [40])
    let baseline = runs.baseline.with { _, rows in
      for place in rows.indices where rows[place].cell == meant && rows[place].phase == .parse {
        rows[place].summary = .constant(0)
      }
    }
    let comparison = try Comparison(baseline: baseline, candidate: runs.candidate)
    let entry = try #require(
      comparison.entries.first { $0.cell == meant && $0.phase == .parse && $0.metric == .time })
    #expect(entry.finding == .inconclusive)
    #expect(entry.note == "no round has a time above 0 on both sides")
  }

  @Test("Runs that do not name each other are not paired: their times gate nothing")
  func strangers() throws {
    let fixture = PairedFixture.planted(0.5) { _ in true }
    let runs = fixture.runs(looks: [40])
    let candidate = runs.candidate.with { metadata, _ in metadata.paired?.partner = "another" }
    let comparison = try Comparison(baseline: runs.baseline, candidate: candidate)
    #expect(comparison.entries.filter { $0.metric == .time }.allSatisfy { $0.finding == .advisory })
    let reversed = try Comparison(baseline: runs.candidate, candidate: runs.baseline)
    #expect(reversed.entries.filter { $0.metric == .time }.allSatisfy { $0.finding == .advisory })
  }

  @Test("PASS says what it excludes; too few rounds to exclude anything are UNDECIDED")
  func excluded() throws {
    func headline(_ fixture: PairedFixture, within share: Double? = nil) throws -> Substring {
      let runs = fixture.runs(looks: [fixture.rounds])
      let comparison = try Comparison(
        baseline: runs.baseline, candidate: runs.candidate, requiredWithin: share)
      let line = try #require(comparison.rendered(as: .text).split(separator: "\n").first)
      #expect(comparison.fails == line.hasPrefix("FAIL"))
      return line
    }
    var fixture = PairedFixture()
    fixture.instructions = { _, _ in 1 }
    let pass = try headline(fixture)
    let pattern =
      #/^PASS: no strategy's keystroke is more than ([0-9.]+) % slower in the mean over launches \(99\.0 %, whole family; slow launches rarer than 1 in 9 may be missed\); nothing that gates got worse; /#
    let percent = try #require(pass.firstMatch(of: pattern)).1
    let share = try #require(Double(percent)) / 100
    #expect(share > 0.001 && share < 0.02)
    #expect(try headline(fixture, within: share * 1.1) == pass)
    #expect(
      try headline(fixture, within: share / 2).contains(
        #/^FAIL: \S+ may be [0-9.]+ % slower .*is required; /#))

    var few = fixture
    few.rounds = 5
    #expect(
      try headline(few).hasPrefix(
        "UNDECIDED: 5 rounds are too few to exclude any change of the times of delegate-filter, incremental-delegate, onchange-reformat: give --budget 5m; "
      ))
    #expect(
      try headline(few, within: 0.5).hasPrefix("FAIL: 5 rounds are too few to exclude any change"))
  }

  @Test("Sides that are the same program pass without times, whatever is required")
  func sameProgram() throws {
    var fixture = PairedFixture()
    fixture.rounds = 1
    fixture.links = .same
    fixture.instructions = { _, _ in 1 }
    let (baseline, candidate) = fixture.runs(looks: [])
    let comparison = try Comparison(
      baseline: baseline, candidate: candidate, requiredWithin: 0.001)
    #expect(!comparison.fails)
    #expect(comparison.notes.contains(.sameProgram))
    #expect(comparison.headline.hasPrefix("PASS: both sides are the same program; "))
    // Two runs that are not the two sides in this order prove nothing about each other.
    let turned = try Comparison(baseline: candidate, candidate: baseline)
    #expect(!turned.notes.contains(.sameProgram))
  }
}
