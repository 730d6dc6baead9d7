import BenchmarkModel
import Testing

/// Tests of the name suggested in place of a misspelt one.
struct SuggestionTests {
  private static let names = ["delegate-filter", "delegate-none", "onchange-reformat", "check"]

  @Test(
    "The nearest name is offered, and none if no name is near",
    arguments: [
      ("delgate-filter", ["delegate-filter"]), ("Delegate-None", ["delegate-none"]),
      ("chek", ["check"]), ("onchangereformat", ["onchange-reformat"]), ("xyz", []),
      ("something-else-altogether", []),
    ])
  func nearest(_ word: String, _ expected: [String]) {
    #expect(Suggestion.nearest(to: word, among: Self.names) == expected)
  }

  @Test("A filter reports which of its words matches nothing")
  func filter() {
    let cells = Self.names.map {
      Cell(strategy: $0, value: "int", locale: "en_US", length: 9, script: "type")
    }
    #expect(
      CellFilter(strategy: ["delegate-filer"]).reason(among: cells)
        == "unknown --strategy delegate-filer; did you mean delegate-filter?")
    #expect(
      CellFilter(strategy: ["delegate-*"], script: ["typ"]).reason(among: cells)
        == "unknown --script typ; did you mean type?")
    #expect(
      CellFilter(strategy: ["delegate-*"], locale: ["fr*", "x"]).reason(among: cells)
        == "--locale fr*,x matches none of en_US")
    #expect(
      CellFilter(strategy: ["!*"]).reason(among: cells)
        == "--strategy !* matches none of check, delegate-filter, delegate-none, onchange-reformat"
    )
  }

  @Test("If each option matches something, those that do not go together are named")
  func apart() {
    let cells = [("a", "en_US", 3), ("b", "fr_FR", 9)].map {
      Cell(strategy: $0.0, value: "int", locale: $0.1, length: $0.2, script: "type")
    }
    #expect(
      CellFilter(strategy: ["a"], value: ["int"], length: ["9"]).reason(among: cells)
        == "no cell matches --strategy a --length 9 at once, though some match each")
  }

  @Test("A filter is written as command-line options")
  func options() {
    #expect(
      CellFilter(strategy: ["a", "b*"], length: ["3...9"]).options
        == "--strategy a,b* --length 3...9")
    #expect(CellFilter().options.isEmpty)
  }
}
