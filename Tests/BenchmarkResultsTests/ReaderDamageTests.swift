import BenchmarkResults
import Foundation
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
      var damage = Damage("field \(column) is \(text.prefix(20))", line: 3) { lines in
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
    .field(0, "other", "a row of the run \"other\"", "one of the run that run.json describes"),
    .field(3, "Other", "a row of the suite \"Other\"", "one of those that run.json names"),
    .field(2, "100001", "the round 100001 is too large", "at most 100000"),
    .field(7, "1000001", "the length 1000001 is too large"),
    .field(13, "9999999999999999", "the count 9999999999999999 is too large"),
    .field(14, "99999999", "min is 99999999.0, max "),
    .field(20, "1e300", "mean is \"1e300\"", "at most"),
    .field(4, long("x"), "strategy is a text of 1048576 bytes"),
    .field(9, long("x"), "phase is \"xxxx"),
    .field(16, long("9"), "p90 is \"9999"),
    Damage("a share above all keystrokes", line: 4, "mean is 1.5", "a share, from 0 to 1") {
      var fields = $0[2].split(separator: ",", omittingEmptySubsequences: false)
      (fields[10], fields[12], fields[20]) = ("over_1ms", "1", "1.5")
      for column in 14...19 { fields[column] = "" }
      $0.insert(fields.joined(separator: ","), at: 3)
    },
  ]

  private static func long(_ text: String) -> String { String(repeating: text, count: 1 << 20) }

  @Test("Damage is refused with file, line and what was expected", arguments: damages)
  func refuses(_ damage: Damage) throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
    try folder.editLines(of: "run/samples.csv", damage.apply)
    let error = try #require(throws: Problem.self) { try RunReader.read(folder.path("run")) }
    #expect(error.file == folder.path("run/samples.csv"))
    #expect(error.line == damage.line)
    for word in damage.words { #expect(error.description.contains(word), "\(error)") }
    #expect(!error.description.contains("\n") && error.description.count <= 500)
  }

  private static let shard = #"{"index": 1, "count": 2, "cells": 4, "digest": "0"}"#
  private static let paired =
    #"{"role": "baseline", "partner": "b", "budget": 1, "seed": 1, "links": "one", "confirms": false, "harnessChanges": [], "looks": [{"rounds": 1000000000, "spent": 1, "seconds": 1, "confirms": false}]}"#
  private static let part =
    #"{"id": "r2", "start": "2026-01-01T00:00:00Z", "argv": [], "plan": {"suites": [], "seed": 1, "rounds": 1}, "host": {"cpuModel": "x", "cores": 1, "kernel": "x", "clockSource": "x"}, "conditions": {}}"#

  @Test(
    "A figure of run.json out of its bounds is refused with its line",
    arguments: [
      ("paired", paired, "paired.looks.0.rounds is 1000000000; expected 1 to 100000"),
      (
        "plan.shard", shard.replacing("\"count\": 2", with: "\"count\": 1000000000"),
        "plan.shard.count is 1000000000; expected 1 to 10000"
      ),
      (
        "plan.shard", shard.replacing("\"index\": 1", with: "\"index\": 3"),
        "plan.shard.index is 3; expected 1 to 2"
      ),
      ("plan.shard", shard.replacing("4", with: "-4"), "plan.shard.cells is -4"),
      (
        "batchedKeystrokes", #"{"a/int/en_US/9/type": 0}"#,
        "batchedKeystrokes.a/int/en_US/9/type is 0; expected 1 to 1024"
      ),
      ("plan.rounds", "1000000000", "plan.rounds is 1000000000; expected 0 to 100000"),
      ("hosts", "[]", "hosts.count is 0; expected 1 to 1000"),
      ("id", #""""#, "id.bytes is 0; expected 1 to 256"),
      (
        "conditions.clockOverheadNanoseconds", "1e300",
        "conditions.clockOverheadNanoseconds is 1e+300"
      ),
      (
        "mergedFrom", "[" + Array(repeating: part, count: 1_001).joined(separator: ",") + "]",
        "mergedFrom.count is 1001; expected 0 to 1000"
      ),
    ])
  func bounds(_ key: String, _ json: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
    let value = try JSONSerialization.jsonObject(
      with: Data(json.utf8), options: .fragmentsAllowed)
    try folder.setMetadata(ofRun: "run", key, value)
    let error = try #require(throws: Problem.self) { try RunReader.read(folder.path("run")) }
    #expect(error.file == folder.path("run/run.json") && error.line != nil)
    #expect(error.description.contains(words), "\(error)")
  }

  @Test(
    "JSON that nests too deep, or names a key twice, is refused with its line",
    arguments: [
      ("\"extra\": \(nested(33))", "nested more than 32 deep"),
      ("\"extra\": \(nested(100_000))", "nested more than 32 deep"),
      ("\"plan\": 1", "the key \"plan\" twice; expected it once"),
    ])
  func json(_ member: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("run"))
    let text = try folder.text("run/run.json")
    try folder.write("{\n\(member),\(text.dropFirst())", to: "run/run.json")
    let error = try #require(throws: Problem.self) { try RunReader.read(folder.path("run")) }
    #expect(error.line != nil && error.description.contains(words), "\(error)")
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
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
  }
}
