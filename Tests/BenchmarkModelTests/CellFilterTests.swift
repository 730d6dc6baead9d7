import BenchmarkModel
import Testing

@Suite struct CellFilterTests {
  private let cell = Cell(
    strategy: "delegate-filter", value: "int", locale: "fr_FR", length: 9, script: "type")

  @Test func idIsFivePartsAndReadsBack() {
    #expect(cell.id == "delegate-filter/int/fr_FR/9/type")
    #expect(Cell(id: cell.id) == cell)
  }

  @Test(arguments: ["", "a/b/c/9", "a/b/c/x/e", "a/b/c/-1/e", "a//c/1/e", "a/b/c/1/e/f"])
  func whatIsNoCellIsNotRead(_ id: String) {
    #expect(Cell(id: id) == nil)
  }

  @Test func lengthsSortAsNumbers() {
    let lengths = [12, 3, 9].map {
      Cell(strategy: "s", value: "v", locale: "l", length: $0, script: "t")
    }
    #expect(lengths.sorted().map(\.length) == [3, 9, 12])
  }

  @Test(arguments: [
    (CellFilter(), true),
    (CellFilter(strategy: ["onchange-*", "delegate-*"]), true),
    (CellFilter(strategy: ["delegate"]), false),
    (CellFilter(locale: ["f?_FR"]), true),
    (CellFilter(locale: ["[de]*"]), false),
    (CellFilter(length: ["3", "9"]), true),
    (CellFilter(length: ["3...8"]), false),
    (CellFilter(length: ["3...9"]), true),
    (CellFilter(value: ["int"], script: ["paste"]), false),
    (CellFilter(strategy: ["!publisher*"]), true),
    (CellFilter(strategy: ["!delegate-*"]), false),
    (CellFilter(strategy: ["delegate-*", "!*-filter"]), false),
    (CellFilter(strategy: ["!*-none", "all"]), true),
    (CellFilter(length: ["!3...8"]), true),
    (CellFilter(length: ["!3...9"]), false),
    (CellFilter(locale: ["!all"]), false),
  ])
  func matches(_ filter: CellFilter, _ expected: Bool) {
    #expect(filter.matches(cell) == expected)
  }

  @Test func aFilterForFewerCellsKeepsWhatMattersMost() throws {
    let cells = Matrix.Block(
      strategies: ["a", "b"], values: ["cents", "int"], locales: ["de_DE", "en_US"],
      lengths: [3, 9], scripts: ["mixed", "paste", "type"]
    ).cells
    let own = CellFilter(strategy: ["a", "b"])
    func narrowed(_ most: Int) -> String? {
      own.narrowed(to: most, of: cells).map { "\($0.cells) \($0.filter.options)" }
    }
    #expect(narrowed(48) == nil, "all are few enough")
    #expect(narrowed(40) == "32 --strategy a,b --script type,mixed")
    #expect(narrowed(10) == "8 --strategy a,b --length 9 --script type")
    #expect(narrowed(2) == "2 --strategy a,b --value int --locale en_US --length 9 --script type")
    // Strategies are never left out.
    #expect(narrowed(1) == narrowed(2))
    let rest = try #require(own.narrowed(to: 10, of: cells))
    #expect(cells.filter(rest.filter.matches).count == rest.cells)
  }
}
