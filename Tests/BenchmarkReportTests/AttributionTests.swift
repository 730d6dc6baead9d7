import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Planted patterns in made-up runs are named for what they are.
@Suite("Attribution")
struct AttributionTests {
  static let cells = ["delegate-filter", "format-on-commit", "onchange-reformat", "unformatted"]
    .flatMap { strategy in
      ["ar_EG", "en_US", "fr_FR"].flatMap { locale in
        [3, 6, 12, 18].map {
          Cell(strategy: strategy, value: "int", locale: locale, length: $0, script: "type")
        }
      }
    }

  /// What a run is made of before and after: the allocations of formatting grow by a factor in the cells that have one.
  private func comparison(
    _ thresholds: Thresholds = .none, _ factor: (Cell) -> Double?
  ) throws -> Comparison {
    var candidate = RunFixture(id: "r2", cells: Self.cells)
    for cell in Self.cells {
      guard let factor = factor(cell) else { continue }
      candidate.change(cell, .format, .allocations) { $0.summary = .constant(2 * factor) }
      candidate.change(cell, .total, .allocations) {
        $0.summary = .constant(($0.summary.mean ?? 0) + 2 * factor - 2)
      }
    }
    return try Comparison(
      baseline: RunFixture(cells: Self.cells).run(name: "a"), candidate: candidate.run(name: "b"),
      thresholds: thresholds)
  }

  @Test("The first line names the cause that is about most cells, by strategy and phase")
  func headline() throws {
    let text = try comparison {
      switch $0.strategy {
      case "onchange-reformat": $0.locale == "ar_EG" ? 2 : nil
      case "delegate-filter": 1.5
      default: nil
      }
    }.rendered(as: .text)
    #expect(
      text.hasPrefix(
        "FAIL: delegate-filter format allocations +1 (+50.0 %), onchange-reformat in ar_EG format allocations +2 (+100.0 %), 32 regressed; "
      ), "\(text.prefix(200))")
  }

  private func sentences(
    _ factor: (Cell) -> Double?
  ) throws -> [String] {
    try comparison(.none, factor).counted.map {
      "\($0.direction.rawValue): \($0.sentence)"
    }
  }

  @Test("Nothing changed: nothing is said")
  func nothing() throws {
    #expect(try sentences { _ in nil }.isEmpty)
  }

  @Test("A strategy")
  func strategy() throws {
    #expect(
      try sentences { $0.strategy == "delegate-filter" ? 1.05 : nil } == [
        "regressed: all 12 cells of delegate-filter: format allocations +0.1 (+5.00 %); "
          + "hence total allocations +0.1 (+2.00 %)"
      ])
  }

  @Test("A locale, whatever the strategy")
  func locale() throws {
    #expect(
      try sentences { $0.locale == "ar_EG" ? 1.5 : nil } == [
        "regressed: all 16 cells in ar_EG, whatever the strategy: format allocations +1 "
          + "(+50.0 %); hence total allocations +1 (+6.67 % to +20.0 %)"
      ])
  }

  @Test("A phase, over all strategies")
  func phase() throws {
    #expect(
      try sentences { _ in 1.5 } == [
        "regressed: all 48 cells, over all strategies: format allocations +1 (+50.0 %); "
          + "hence total allocations +1 (+6.67 % to +20.0 %)"
      ])
  }

  @Test("Growth with length")
  func growth() throws {
    #expect(
      try sentences {
        $0.strategy == "onchange-reformat" ? 1 + Double($0.length) / 300 : nil
      } == [
        "regressed: all 12 cells of onchange-reformat: format allocations +1.00 % to +6.00 % "
          + "(grows with length: +1.00 % at 3, +6.00 % at 18); "
          + "hence total allocations +0.13 % to +0.80 %"
      ])
  }

  @Test("Long numbers alone")
  func long() throws {
    #expect(
      try sentences { $0.length >= 12 ? 1.5 : nil } == [
        "regressed: all 24 cells from length 12 on, whatever the strategy: format allocations +1 "
          + "(+50.0 %); hence total allocations +1 (+6.67 % to +20.0 %)"
      ])
  }

  @Test("Most in one locale")
  func most() throws {
    #expect(
      try sentences {
        $0.strategy == "onchange-reformat" ? ($0.locale == "ar_EG" ? 1.5 : 1.1) : nil
      } == [
        "regressed: all 12 cells of onchange-reformat: format allocations +10.0 % to +50.0 % "
          + "(most in ar_EG, +50.0 %); "
          + "hence total allocations +1.33 % to +6.67 %"
      ])
  }

  @Test("A part of a strategy")
  func part() throws {
    #expect(
      try sentences { $0.strategy == "unformatted" && $0.locale == "fr_FR" ? 1.5 : nil } == [
        "regressed: all 4 cells of unformatted in fr_FR: format allocations +1 (+50.0 %); "
          + "hence total allocations +1 (+6.67 %)"
      ])
  }

  @Test("A strategy and a locale at once are two sentences")
  func two() throws {
    #expect(
      try sentences { $0.strategy == "unformatted" || $0.locale == "fr_FR" ? 1.5 : nil } == [
        "regressed: all 16 cells in fr_FR, whatever the strategy: format allocations +1 "
          + "(+50.0 %); hence total allocations +1 (+6.67 % to +20.0 %)",
        "regressed: all 12 cells of unformatted: format allocations +1 (+50.0 %); "
          + "hence total allocations +1 (+6.67 %)",
      ])
  }

  @Test("Nearly all of a strategy, and what got better beside it")
  func nearly() throws {
    let odd = Self.cells[5]
    #expect(
      try sentences {
        $0 == odd ? nil : $0.strategy == odd.strategy ? 1.5 : $0 == Self.cells[20] ? 0.5 : nil
      } == [
        "regressed: 11 of 12 cells of delegate-filter: format allocations +1 (+50.0 %); "
          + "hence total allocations +1 (+20.0 %)",
        "improved: \(Self.cells[20].id): format allocations -1 (-50.0 %); "
          + "hence total allocations -1 (-6.67 %)",
      ])
  }

  @Test("One cell is that cell", arguments: cells)
  func one(_ cell: Cell) throws {
    let statements = try comparison { $0 == cell ? 1.5 : nil }.counted
    #expect(statements.map(\.cells) == [[cell]])
    #expect(statements.allSatisfy { $0.subject == cell.id && !$0.isGroup })
  }

  @Test("From 0 has no percentage")
  func fromZero() throws {
    var candidate = RunFixture(id: "r2", cells: Self.cells)
    for cell in Self.cells where cell.strategy == "unformatted" {
      candidate.change(cell, .filter, .allocations) {
        $0.summary = .constant(cell.length > 3 ? 3 : 1)
      }
    }
    let comparison = try Comparison(
      baseline: RunFixture(cells: Self.cells).run(name: "a"), candidate: candidate.run(name: "b"))
    #expect(
      comparison.counted.map(\.sentence) == [
        "all 12 cells of unformatted: filter allocations +1 to +3 (from 0)"
      ])
  }

  @Test("Cells in which a phase does not occur are no counter-example, and are counted")
  func idle() throws {
    var (before, after) = (RunFixture(cells: Self.cells), RunFixture(id: "r2", cells: Self.cells))
    for cell in Self.cells {
      let rare = cell.length == 3
      before.change(cell, .format, .allocations) { $0.summary = .constant(rare ? 0 : 2) }
      let changed = cell.strategy == "unformatted" && !rare
      after.change(cell, .format, .allocations) {
        $0.summary = .constant(rare ? 0 : changed ? 3 : 2)
      }
    }
    let comparison = try Comparison(
      baseline: before.run(name: "a"), candidate: after.run(name: "b"))
    #expect(
      comparison.counted.map(\.sentence) == [
        "all 9 cells of unformatted (3 others without any): format allocations +1 (+50.0 %)"
      ])
  }

  @Test("Changes without a pattern are listed, each of them", arguments: 1...20)
  func random(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let changed = Set(Self.cells.filter { _ in random.next() % 2 == 0 })
    let statements = try comparison { changed.contains($0) ? 1.5 : nil }.counted
    #expect(statements.count { !$0.isGroup } >= changed.count - 4)
    for part in [RowPhase.format, .total] {
      let said = statements.filter { ($0.changes + $0.consequences).contains { $0.phase == part } }
      #expect(Set(said.flatMap(\.cells)) == changed)
    }
  }

  /// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
  private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }

  @Test("What is within its tolerance or acknowledged is no alarm, and no counter-example")
  func undecided() throws {
    let tolerance = Tolerance(SeriesScope(.allocations), relative: 0.05, reason: "test")
    let comparison = try comparison(Thresholds(tolerances: [tolerance])) {
      $0.strategy == "unformatted" ? ($0.locale == "fr_FR" ? 1.04 : 1.5) : nil
    }
    #expect(
      comparison.counted.map(\.subject)
        == ["8 of 12 cells of unformatted (4 undecided)"])
  }

  @Test("A report begins with the sentences, and JSON names the cells behind each")
  func rendering() throws {
    let comparison = try comparison { $0.locale == "ar_EG" ? 1.5 : nil }
    let lines = try comparison.rendered(as: .text).split(separator: "\n")
    #expect(lines[1].hasPrefix("regressed: all 16 cells in ar_EG, whatever the strategy: format"))
    let markdown = try comparison.rendered(as: .markdown)
    #expect(markdown.contains("- regressed: all 16 cells in ar\\_EG"))
    let statements = comparison.counted
    #expect(statements.first?.cells == Self.cells.filter { $0.locale == "ar_EG" }.sorted())
    let json = try comparison.rendered(as: .json)
    #expect(json.contains("\"subject\" : \"all 16 cells in ar_EG, whatever the strategy\""))
  }
}
