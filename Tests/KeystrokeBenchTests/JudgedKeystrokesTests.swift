import BenchmarkModel
import Foundation
import RunFixtures
import Testing

/// Tests that `verify` and `run` judge every keystroke, and find faults that the end of a session does not show.
@Suite("Keystrokes judged")
struct JudgedKeystrokesTests {
  private let program = BuiltProgram.keystrokeBench

  private struct Verified: Decodable {
    var ok: Int
    var wrong: Int
    var wrongTexts: [CellMismatch]
  }

  private func verify(_ strategy: String, script: String = "type") async throws -> Verified {
    let outcome = try await program.run([
      "verify", "--worker", BuiltProgram("PlantedBenchmarks").path, "--strategy", strategy,
      "--length", "9", "--script", script, "--format", "json",
    ])
    let verified = try JSONDecoder().decode(Verified.self, from: Data(outcome.output.utf8))
    #expect(outcome.status == (verified.wrong > 0 ? 1 : 0), "\(outcome.error)")
    return verified
  }

  @Test(
    "A sound engine is right, also if its caret is on the other side of a separator",
    arguments: ["sound", "caret-before-separator"], ["type", "edit-middle", "backspace", "paste"])
  func sound(_ strategy: String, _ script: String) async throws {
    let verified = try await verify(strategy, script: script)
    #expect(verified.ok == 1 && verified.wrong == 0, "\(verified.wrongTexts)")
  }

  @Test("A caret moved to the front is found at the first key, and typing continues there")
  func caretFront() async throws {
    let wrong = try #require(try await verify("caret-front").wrongTexts.first)
    let keystroke = try #require(wrong.keystroke)
    #expect(keystroke.session == 1 && keystroke.keystroke == 1)
    let key = try #require(keystroke.insert)
    #expect(keystroke.before == "|" && keystroke.after == "|\(key)")
    #expect(keystroke.expected == "\(key)|")
    #expect(keystroke.value == keystroke.expectedValue)
    // No script computes the caret for the strategy, so the first typed digit is the last one.
    #expect(wrong.text.last == key.first && wrong.endsRight == nil)
  }

  @Test("A lost key is found at the key that was lost")
  func lostKey() async throws {
    let wrong = try #require(try await verify("lost-key").wrongTexts.first)
    let keystroke = try #require(wrong.keystroke)
    #expect(keystroke.keystroke == 5 && keystroke.after == keystroke.before)
    let value = try #require(keystroke.expectedValue)
    #expect(keystroke.expected == "\(value.grouped)|")
    #expect(wrong.endsRight == nil)
  }

  @Test("A text that is wrong midway but right at the end is wrong")
  func wrongOnTheWay() async throws {
    let wrong = try #require(try await verify("ungrouped-on-the-way").wrongTexts.first)
    let keystroke = try #require(wrong.keystroke)
    #expect(wrong.endsRight == true && keystroke.keystroke == 4)
    #expect(keystroke.after.count == 5 && keystroke.expected.count == 6)
    #expect(keystroke.value == keystroke.expectedValue)
  }

  @Test("A value that is behind the text midway is wrong")
  func staleValue() async throws {
    let wrong = try #require(try await verify("stale-value").wrongTexts.first)
    let keystroke = try #require(wrong.keystroke)
    #expect(wrong.endsRight == true && keystroke.keystroke == 1)
    #expect(keystroke.value == nil && keystroke.expectedValue == keystroke.insert)
    #expect(keystroke.after == keystroke.expected)
  }

  @Test("A strategy that traps is named, and the others are listed, judged and measured")
  func trapped() async throws {
    let folder = try TemporaryFolder()
    let worker = try BuiltProgram("PlantedBenchmarks").path
    let cells = [
      "--worker", worker, "--strategy", "sound,trap", "--length",
      "9", "--script", "type", "--locale", "en_US",
    ]
    func tried(_ words: [String]) async throws -> String {
      let outcome = try await program.run(words + cells, in: folder.path)
      #expect(outcome.status == 2 && outcome.error.contains("trap ended by signal"))
      return outcome.output
    }
    #expect(try await tried(["list"]) == "sound/int/en_US/9/type\n")
    #expect(try await tried(["verify"]).contains("1 ok, 0 wrong"))
    _ = try await tried(["run", "--no-time", "--no-allocations", "--out", "a"])
    let measured = try RunOnDisk(folder.path("a")).rows
    #expect(!measured.isEmpty && measured.allSatisfy { $0["strategy"] == "sound" })
    let metadata = try String(contentsOfFile: folder.path("a/run.json"), encoding: .utf8)
    #expect(metadata.contains("trap ended by signal"))
  }

  @Test("A run has both metrics, and says which keystroke was wrong first")
  func metrics() async throws {
    let folder = try TemporaryFolder()
    let run = try await program.run(
      [
        "run", "--worker", BuiltProgram("PlantedBenchmarks").path, "--strategy",
        "sound,caret-front,ungrouped-on-the-way", "--length", "9", "--no-time",
        "--no-allocations", "--out", "a",
      ], in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    let rows = try RunOnDisk(folder.path("a")).rows
    func wrong(_ strategy: String, _ metric: String) throws -> (count: Double, mean: Double) {
      let row = try #require(
        rows.first { $0["strategy"] == strategy && $0["metric"] == metric })
      return (try #require(try row.figure("count")), try #require(try row.figure("mean")))
    }
    let sound = (
      try wrong("sound", "wrong_keystrokes"), try wrong("sound", "caret_errors")
    )
    let front = (
      try wrong("caret-front", "wrong_keystrokes"), try wrong("caret-front", "caret_errors")
    )
    let ungrouped = (
      try wrong("ungrouped-on-the-way", "wrong_keystrokes"),
      try wrong("ungrouped-on-the-way", "caret_errors")
    )
    // There are four sessions of nine keys and Return.
    #expect(sound.0.count == 40 && sound.1.count == 40)
    #expect(sound.0.mean == 0 && sound.1.mean == 0)
    // The first key of each session leaves the right text; all others are inserted in front.
    #expect(front.1.mean * 40 >= 4 && front.0.mean > 0.5)
    // Six keys of each session make a text that needs separators.
    #expect(abs(ungrouped.0.mean * 40 - 24) < 0.001 && ungrouped.1.mean == 0)
    let metadata = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: folder.path("a/run.json"))))
    let texts = (metadata as? [String: Any])?["wrongTexts"] as? [[String: Any]]
    #expect(texts?.count == 2)
    #expect(texts?.allSatisfy { $0["keystroke"] != nil } == true)
  }

  @Test("A keystroke that got worse fails the comparison, though the final texts are the same")
  func gates() async throws {
    let folder = try TemporaryFolder()
    let run = try await program.run(
      [
        "run", "--worker", BuiltProgram("PlantedBenchmarks").path, "--strategy",
        "ungrouped-on-the-way", "--length", "9", "--no-time", "--no-allocations", "--out", "a",
      ], in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    let copied = try await program.run(["baseline", "save", "a", "base"], in: folder.path)
    try #require(copied.status == 0, "\(copied.error)")
    func compared() async throws -> Int {
      try await program.run(
        ["compare", "a", "results/baselines/base"], in: folder.path
      ).status
    }
    let same = try await compared()
    #expect(same == 0)
    try folder.editRows(ofRun: "a") { lines in
      for index in lines.indices where lines[index].contains(",wrong_keystrokes,") {
        var fields = lines[index].split(separator: ",", omittingEmptySubsequences: false)
        fields[20] = "0.1"
        lines[index] = fields.joined(separator: ",")
      }
    }
    let worse = try await compared()
    #expect(worse == 1)
  }
}

extension String {
  /// The digits in groups of three, as en_US writes them.
  fileprivate var grouped: String {
    reversed().enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, digit.offset.isMultiple(of: 3) { text.insert(",", at: text.startIndex) }
      text.insert(digit.element, at: text.startIndex)
    }
  }
}
