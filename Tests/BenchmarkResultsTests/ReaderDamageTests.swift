import BenchmarkResults
import RunFixtures
import Testing

/// Tests that every kind of damage is refused with the file, the line and the expected contents.
struct ReaderDamageTests {
  /// One way to damage `samples.csv`, and the words that the error must contain.
  struct Damage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var line: Int?
    var words: [String]
    var apply: @Sendable (inout [String]) -> Void

    init(
      _ name: String, line: Int?, _ words: String...,
      apply: @escaping @Sendable (inout [String]) -> Void
    ) {
      testDescription = name
      self.line = line
      self.words = words
      self.apply = apply
    }

    /// Returns damage that replaces one field of the third line.
    static func field(_ column: Int, _ text: String, _ words: String...) -> Damage {
      var damage = Damage("field \(column) is \(text)", line: 3) { lines in
        var fields = lines[2].split(separator: ",", omittingEmptySubsequences: false)
        fields[column] = text[...]
        lines[2] = fields.joined(separator: ",")
      }
      damage.words = words
      return damage
    }
  }

  static let damages = [
    Damage("empty file", line: 1, "empty", "the header run,commit") { $0 = [] },
    Damage("header only, cut", line: 1, "no line break") { $0 = ["run,com"] },
    Damage("column missing", line: 1, "column count is missing") { lines in
      lines = lines.map { line in
        var fields = line.split(separator: ",", omittingEmptySubsequences: false)
        if fields.count > 13 { fields.remove(at: 13) }
        return fields.joined(separator: ",")
      }
    },
    Damage("column twice", line: 1, "column \"run\" is there twice") { $0[0] += ",run" },
    Damage("extra column", line: 1, "column \"colour\" is unknown") { $0[0] += ",colour" },
    Damage("columns swapped", line: 1, "another order") {
      $0[0] = $0[0].replacing("min,p50", with: "p50,min")
    },
    Damage("a field too few", line: 3, "21 fields", "expected 22") {
      $0[2] = String($0[2].prefix(upTo: $0[2].lastIndex(of: ",") ?? $0[2].endIndex))
    },
    Damage("a field too many", line: 3, "23 fields", "expected 22") { $0[2] += "," },
    Damage("empty line", line: 3, "1 fields", "remove the empty line") { $0.insert("", at: 2) },
    Damage("cut in the middle of a line", line: 47, "cut", "whole lines only") { lines in
      lines.removeLast(lines.count - 47)
      lines[46] = String(lines[46].prefix(40))
    },
    Damage("a line without its line break", line: 57, "no line break") { $0.removeLast() },
    Damage("open quote", line: 3, "never closed") { $0[2] = "\"" + $0[2] },
    Damage("stray quote", line: 3, "inside a field") {
      $0[2] = $0[2].replacing("r1,", with: "r\"1,")
    },
    Damage("text after a quote", line: 3, "inside a field") {
      $0[2] = $0[2].replacing("r1,", with: "\"r\"1,")
    },
    Damage("same row twice", line: 4, "second row", "only that of line 3") {
      $0.insert($0[2], at: 3)
    },
    .field(0, "", "run is empty"),
    .field(2, "-1", "round is \"-1\"", "whole number"),
    .field(2, "1.5", "round is \"1.5\""),
    .field(2, "", "round is \"\""),
    .field(2, "4294967296", "round 4294967296 is too large"),
    .field(3, "", "suite is empty"),
    .field(4, "", "strategy is \"\"", "a name without /"),
    .field(6, "fr/FR", "locale is \"fr/FR\""),
    .field(7, "nine", "length is \"nine\""),
    .field(9, "second", "phase is \"second\"", "one of total, first"),
    .field(10, "speed", "metric is \"speed\"", "peak_bytes"),
    .field(11, "sundial", "instrument is \"sundial\"", "valgrind"),
    .field(12, "s", "unit \"s\"", "ns, the unit of time"),
    .field(13, "many", "count is \"many\""),
    .field(13, "99999999999999999999", "count is"),
    .field(14, "fast", "min is \"fast\"", "a number that is not negative, or nothing"),
    .field(14, "nan", "min is \"nan\""),
    .field(14, "inf", "min is \"inf\""),
    .field(14, "0x10", "min is \"0x10\""),
    .field(14, "-1", "min is \"-1\""),
    .field(14, "-0.5", "min is \"-0.5\""),
    .field(14, "1e999", "min is \"1e999\""),
    .field(14, "1.", "min is \"1.\""),
    .field(14, ".5", "min is \".5\""),
    .field(14, "1.2.3", "min is \"1.2.3\""),
    .field(14, "1 2", "min is \"1 2\""),
    .field(20, "2,5", "23 fields"),
    .field(21, "fine", "text is \"fine\"", "one of ok, wrong"),
    .field(21, "OK", "text is \"OK\""),
  ]

  @Test("Damage is refused with file, line and what was expected", arguments: damages)
  func refuses(_ damage: Damage) throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
    try folder.editLines(of: "run/samples.csv", damage.apply)
    let error = try #require(throws: Problem.self) { try RunReader.read(folder.path("run")) }
    #expect(error.file == folder.path("run/samples.csv"))
    #expect(error.line == damage.line)
    for word in damage.words { #expect(error.description.contains(word), "\(error)") }
    #expect(!error.description.contains("\n"))
  }

  @Test("Bytes that are not UTF-8 are refused")
  func refusesInvalidUTF8() throws {
    let file = "samples.csv"
    var bytes = Array("\(SampleFile.header)\n".utf8)
    bytes += Array("r,c,1,keys,".utf8) + [0xC3, 0x28] + Array(",int,en_US,9,type,".utf8)
    bytes += Array("total,time,clock,ns,1,1,1,1,1,1,1,1,ok\n".utf8)
    let error = try #require(throws: Problem.self) {
      try SampleFile.parse(bytes, file: file)
    }
    #expect(
      error.description == "samples.csv:2: strategy is not valid UTF-8; expected text in UTF-8")
  }

  @Test("Something that is not a run is refused")
  func refusesOtherFolders() throws {
    let folder = try TemporaryFolder()
    func error(_ path: String) throws -> String {
      try #require(throws: Problem.self) { try RunReader.read(path) }.description
    }
    #expect(try error(folder.path("none")).contains("there is no such folder"))
    #expect(try error(folder.path).contains("it has no run.json"))
    try folder.write("", to: "file")
    #expect(try error(folder.path("file")).contains("not a folder"))
    try RunFixture().write(to: folder.path("run"))
    try folder.editLines(of: "run/samples.csv") { $0 = [] }
    #expect(try error(folder.path("run")).contains("samples.csv:1: the file is empty"))
  }
}
