import BenchmarkModel
import Testing

@Suite struct MatrixTests {
  private let matrix = Matrix(
    [
      .init(
        strategies: ["a", "b"], values: ["int"], locales: ["en_US", "fr_FR"], lengths: [3, 9],
        scripts: ["type"]),
      .init(
        strategies: ["a"], values: ["int"], locales: ["en_US"], lengths: [9],
        scripts: ["type", "paste"]),
    ],
    and: [Cell(strategy: "a", value: "double", locale: "de_DE", length: 7, script: "trace-rent")])
  private let known = Matrix.Known(
    strategies: ["a", "b"], values: ["int", "double"],
    isLocale: { ["en_US", "fr_FR", "de_DE", "ja_JP"].contains($0) },
    locales: ["de_DE", "en_US", "fr_FR", "ja_JP"], lengths: 1...18,
    scripts: ["type", "paste"])

  private func ids(_ filter: CellFilter) -> [String] {
    matrix.cells(matching: filter, known: known).map(\.id)
  }

  @Test func everyCellOnceAndSorted() {
    let cells = matrix.cells
    #expect(cells.count == 10)
    #expect(cells == cells.sorted())
    #expect(ids(CellFilter()) == cells.map(\.id))
  }

  @Test func aFilterChooses() {
    #expect(
      ids(CellFilter(strategy: ["b"], length: ["9"])) == [
        "b/int/en_US/9/type", "b/int/fr_FR/9/type",
      ])
    #expect(ids(CellFilter(script: ["trace-*"])) == ["a/double/de_DE/7/trace-rent"])
  }

  @Test func aPartNamedInFullThatTheMatrixLacksIsAdded() {
    #expect(ids(CellFilter(locale: ["ja_JP"])) == ["a/int/ja_JP/9/type", "b/int/ja_JP/9/type"])
    #expect(
      ids(CellFilter(strategy: ["a"], locale: ["en_US"], length: ["7"])) == ["a/int/en_US/7/type"])
    #expect(
      ids(CellFilter(strategy: ["a"], locale: ["fr_FR", "ja_JP"], length: ["9"])) == [
        "a/int/fr_FR/9/type", "a/int/ja_JP/9/type",
      ])
  }

  @Test func anExclusionChoosesTheRestAndAddsNothing() {
    #expect(ids(CellFilter(strategy: ["!b"])) == ids(CellFilter(strategy: ["a"])))
    #expect(ids(CellFilter(strategy: ["!b", "!a"])) == [])
    #expect(ids(CellFilter(locale: ["!xx_XX"])) == ids(CellFilter()))
    #expect(
      ids(CellFilter(strategy: ["!b"], locale: ["ja_JP"])) == ["a/int/ja_JP/9/type"],
      "what is added heeds it")
    #expect(
      ids(CellFilter(strategy: ["a"], locale: ["!fr_FR", "ja_JP"])) == ["a/int/ja_JP/9/type"])
    #expect(
      ids(CellFilter(strategy: ["a"], length: ["8"], script: ["!paste"])) == ["a/int/en_US/8/type"])
  }

  @Test func allNamesInFullWhatIsKnown() {
    let filter = CellFilter(strategy: ["b"], locale: ["all"], length: ["all"])
    let cells = matrix.cells(matching: filter, known: known)
    #expect(cells.count == 4 * 18, "a product, with int and type")
    #expect(cells.allSatisfy { $0.strategy == "b" && $0.value == "int" && $0.script == "type" })
    #expect(Set(cells.map(\.locale)) == ["de_DE", "en_US", "fr_FR", "ja_JP"])
    #expect(Set(ids(CellFilter(value: ["all"]))).isSuperset(of: matrix.cells.map(\.id)))
    #expect(ids(CellFilter(strategy: ["b"], locale: ["*"], length: ["*"])).count == 4, "no more")
    #expect(
      ids(CellFilter(strategy: ["a"], value: ["int"], locale: ["fr_FR"], script: ["all"])) == [
        "a/int/fr_FR/3/type", "a/int/fr_FR/9/paste", "a/int/fr_FR/9/type",
      ])
  }

  @Test func allLengthsAndScriptsAreThoseOfEveryKindInTheMatrix() {
    let own = Matrix([
      .init(
        strategies: ["a"], values: ["int"], locales: ["en_US"], lengths: [3, 9],
        scripts: ["type"]),
      .init(
        strategies: ["b"], values: ["card"], locales: ["de_DE"], lengths: [16],
        scripts: ["paste"]),
    ])
    func ids(_ filter: CellFilter) -> Set<String> {
      var known = known
      known.values = ["int", "card", "double"]
      known.digitLimit = { $0 == "card" ? 16 : nil }
      return Set(own.cells(matching: filter, known: known).map(\.id))
    }
    // What the filter does not name is the usual, or of a kind without it what the matrix has of that kind.
    let lengths = ids(CellFilter(strategy: ["b"], length: ["all"]))
    #expect(lengths.isSuperset(of: (1...18).map { "b/card/de_DE/\($0)/paste" }))
    #expect(!lengths.contains { $0.contains("/card/en_US/") || $0.contains("double") })
    let both = ids(CellFilter(length: ["all"]))
    #expect(both.isSuperset(of: (1...18).map { "a/int/en_US/\($0)/type" }))
    #expect(both.isSuperset(of: lengths))
    #expect(
      ids(CellFilter(strategy: ["b"], script: ["all"])).isSuperset(of: [
        "b/card/de_DE/16/type", "b/card/de_DE/16/paste",
      ]))
    #expect(
      ids(CellFilter(strategy: ["b"], value: ["card"], length: ["7"])) == ["b/card/de_DE/7/paste"])
  }

  @Test func cellsByLocaleAreAllOfThem() {
    let filter = CellFilter(locale: ["all"], script: ["all"])
    let selection = matrix.selection(matching: filter, known: known)
    #expect(selection.locales == ["de_DE", "en_US", "fr_FR", "ja_JP"])
    #expect(
      selection.locales.flatMap { selection.cells(in: $0) }.sorted()
        == matrix.cells(matching: filter, known: known))
  }

  @Test func whatNobodyKnowsIsNothing() {
    #expect(ids(CellFilter(strategy: ["c"])) == [])
    #expect(ids(CellFilter(locale: ["xx_XX"])) == [])
    #expect(ids(CellFilter(length: ["99"])) == [])
    #expect(ids(CellFilter(strategy: ["z*"])) == [])
  }
}
