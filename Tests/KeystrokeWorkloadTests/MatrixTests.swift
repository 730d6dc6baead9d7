import KeystrokeWorkload
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
    isLocale: { ["en_US", "fr_FR", "de_DE", "ja_JP"].contains($0) }, lengths: 1...18,
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

  @Test func whatNobodyKnowsIsNothing() {
    #expect(ids(CellFilter(strategy: ["c"])) == [])
    #expect(ids(CellFilter(locale: ["xx_XX"])) == [])
    #expect(ids(CellFilter(length: ["99"])) == [])
    #expect(ids(CellFilter(strategy: ["z*"])) == [])
  }
}
