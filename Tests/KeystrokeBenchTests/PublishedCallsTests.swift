import BenchmarkResults
import Foundation
import RunFixtures
import Subprocess
import Testing

/// Tests of the number of calls that the published strategies make to Foundation and OpenCombine for one edit, counted
/// by callgrind in the built code.
///
/// A strategy called "as published" makes the same calls as the published one, no fewer and no cheaper: they are its
/// cost.
struct PublishedCallsTests {
  /// The counted functions, by the beginning of their mangled names.
  enum Call: String, CaseIterable {
    case components = "$sSy20FoundationEssentialsE10components11separatedBy"
    case replacing = "$sSy10FoundationE20replacingOccurrences2of4with"
    /// The function that Foundation's `contains` of a string calls.
    case contains = "$sSy10FoundationE5range2of"
    case rangeOfCharacter = "$sSy10FoundationE16rangeOfCharacter4from"
    case inverted = "$s10Foundation14NSCharacterSetC8inverted"
    case parseInt = "$s30FoundationInternationalization20IntegerParseStrategyV5parsey11FormatInput"
    case parseDouble =
      "$s30FoundationInternationalization26FloatingPointParseStrategyV5parsey11FormatInput"
    case formatInt = "$s30FoundationInternationalization18IntegerFormatStyleV6formatySSxF"
    case formatDouble =
      "$s30FoundationInternationalization24FloatingPointFormatStyleV6formatySSxF"
    case makeFormatter = "$s10Foundation15NumberFormatterCACycfc"
    case numberFrom = "$s10Foundation15NumberFormatterC6number4from"
    case stringFrom = "$s10Foundation15NumberFormatterC6string4from"
    /// An announcement of an observable object.
    case announce = "$s11OpenCombine25ObservableObjectPublisherC4sendyyF"
    /// A subscription to a published property.
    case subscribe = "$s11OpenCombine16PublishedSubjectC7receive10subscriber"
    /// A delivery scheduled on the run loop.
    case schedule = "$s10Foundation7RunLoopC7performyyyyYbcF"

    /// Returns true if the symbol is the function itself, and not a variant that the compiler has made of it.
    func isMade(by symbol: String) -> Bool {
      symbol.hasPrefix(rawValue) && !symbol.hasSuffix("Tm") && !symbol.hasSuffix("_n")
    }
  }

  /// An edit with its calls: the text is typed first, then the edit is measured.
  struct Edit: CustomTestStringConvertible, Sendable {
    var strategy: String
    var value: String
    var text: String
    var edit: String
    var calls: [Call: Int]

    var testDescription: String { "\(strategy) \(value) \(text)+\(edit)" }

    init(
      _ strategy: String, _ value: String, _ text: String, _ edit: String, _ calls: [Call: Int]
    ) {
      self.strategy = strategy
      self.value = value
      self.text = text
      self.edit = edit
      self.calls = calls
    }
  }

  static let edits = [
    // The delegate: one split into parts, one parse, one format; a refused edit only makes the calls before the
    // refusal.
    Edit("delegate-filter", "int", "1234", "5", [.components: 1, .parseInt: 1, .formatInt: 1]),
    Edit("delegate-filter", "int", "1234", "x", [:]),
    Edit(
      "delegate-filter", "double", "12.3", "4",
      [.components: 1, .contains: 2, .parseDouble: 1, .formatDouble: 1]),
    Edit("delegate-filter", "double", "12.3", ".", [.contains: 2]),
    Edit("delegate-filter", "int", "12", "-", [.components: 1]),
    // The store: three splits for the minuses, all of it twice if the text is rewritten; one announcement per write.
    Edit(
      "onchange-reformat", "int", "1", "2",
      [.components: 3, .replacing: 1, .contains: 1, .parseInt: 1, .formatInt: 1, .announce: 2]),
    Edit(
      "onchange-reformat", "int", "1234", "5",
      [.components: 6, .replacing: 2, .contains: 2, .parseInt: 2, .formatInt: 2, .announce: 3]),
    // Refused for its character before any minus is counted; the text that is put back is read completely.
    Edit(
      "onchange-reformat", "int", "12", "x",
      [.components: 3, .replacing: 2, .contains: 1, .parseInt: 1, .formatInt: 1, .announce: 3]),
    // One more split for the separators; the separator that the format dropped is put back, with one more announcement.
    Edit(
      "onchange-reformat", "double", "1", ".",
      [
        .components: 4, .replacing: 1, .contains: 2, .parseDouble: 1, .formatDouble: 1,
        .announce: 3,
      ]),
    // The demo parses once more at each refresh, and publishes its error.
    Edit(
      "onchange-reformat-demo", "int", "1", "2",
      [.components: 3, .replacing: 1, .contains: 1, .parseInt: 3, .formatInt: 1, .announce: 3]),
    // The parent's body: a formatter, a formatted text and a subscription for each of its two fields.
    Edit(
      "publisher-transform", "int", "12", "3",
      [
        .numberFrom: 1, .makeFormatter: 2, .stringFrom: 2, .subscribe: 2, .schedule: 1,
        .announce: 3,
      ]),
    // The text that is set back is delivered too, and its number is written: the parent's body again.
    Edit(
      "publisher-transform", "int", "12", "x",
      [
        .numberFrom: 2, .makeFormatter: 2, .stringFrom: 3, .subscribe: 2, .schedule: 2,
        .announce: 3,
      ]),
    // Each check inverts a set; a finished text is searched for its mark.
    Edit("partial-string", "hex", "c0ffe", "e", [.rangeOfCharacter: 1, .inverted: 1]),
    Edit("partial-string", "hex", "c0ffe", "g", [.rangeOfCharacter: 1, .inverted: 1]),
    Edit(
      "partial-string", "hex", "c0ffee", "return",
      [.contains: 1, .rangeOfCharacter: 1, .inverted: 1]),
    Edit("format-on-commit", "hex", "c0ffe", "e", [:]),
    Edit(
      "format-on-commit", "hex", "c0ffee", "return",
      [.contains: 1, .rangeOfCharacter: 1, .inverted: 1]),
  ]

  @Test(
    "An edit makes the published calls, no more and no fewer", arguments: zip(edits.indices, edits))
  func calls(_ number: Int, of edit: Edit) async throws {
    let entries = try #require(try await Self.entries.value[number])
    let calls = Dictionary(
      uniqueKeysWithValues: Call.allCases.map { call in
        (call, entries.filter { call.isMade(by: $0.key) }.map(\.value).reduce(0, +))
      }
    ).filter { $0.value > 0 }
    #expect(calls == edit.calls)
  }

  /// The number of entries into each function while the probe made an edit, by the number of the edit.
  ///
  /// One probe makes all edits, since starting under callgrind takes longer than all of them.
  private static let entries = Task {
    try await MachineShare.with {
      try await counted(edits.flatMap { [$0.strategy, $0.value, $0.text, $0.edit] })
    }
  }

  private static func counted(_ arguments: [String]) async throws -> [Int: [String: Int]] {
    let folder = try TemporaryFolder()
    // valgrind 3.19 crashes on the debug information of Swift 6.3.
    let copy = folder.path("CallProbe")
    let stripped = try await Subprocess.run(
      .name("strip"), arguments: ["--strip-debug", "-o", copy, BuiltProgram("CallProbe").path],
      output: .discarded, error: .discarded)
    try #require(stripped.terminationStatus.isSuccess)
    let run = try await Subprocess.run(
      .name("valgrind"),
      arguments: Arguments(
        [
          "--tool=callgrind", "--quiet", "--collect-atstart=no", "--instr-atstart=no",
          "--combine-dumps=yes", "--dump-instr=yes", "--dump-line=no", "--demangle=no",
          "--callgrind-out-file=\(folder.path("out.%p"))", copy,
        ] + arguments),
      output: .discarded, error: .string(limit: 100_000))
    try #require(run.terminationStatus.isSuccess, "\(run.standardError)")
    var entries: [Int: [String: Int]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix("out.") {
      let data = try Data(contentsOf: URL(filePath: folder.path(file)))
      for dump in try CallgrindParser.dumps(in: [UInt8](data), file: file) {
        guard let number = dump.name.flatMap({ Int($0) }) else { continue }
        entries[number] = Dictionary(
          dump.functions.map { ($0.symbol, $0.entries) }, uniquingKeysWith: +)
      }
    }
    return entries
  }
}
