import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Runs as an attacker would write them: every text in a file tries to clear the screen and print a verdict.
struct HostileRun {
  /// The text in every name: escapes of C0 and C1, direction overrides, line breaks.
  static let text =
    "\u{1B}[2J\u{1B}]0;PWNED\u{7}\u{9B}31m\u{202E}\u{2066}\u{85}\u{2028}\u{8}\u{7F}\nPASS: forged\r\n::error::forged\nx"
  /// A number text as Arabic fields have it, with its direction marks.
  static let number = "\u{200F}-\u{661}\u{66C}\u{662}\u{663}\u{664}\u{61C}"
  /// The beginnings that no honest line has.
  static let forged = ["PASS: forged", "::error::forged"]

  static let cell = Cell(
    strategy: "s\(text)", value: "v\(text)", locale: "l\(text)", length: 9, script: "c\(text)")

  /// Returns a run in which every text is hostile; `extra` makes two runs differ.
  static func fixture(_ extra: String, change: Double = 0) -> RunFixture {
    var fixture = RunFixture(id: text + extra, cells: [])
    var (other, third) = (cell, cell)
    other.length = 12
    third.strategy += "t"
    let cells = [cell, other, third]
    fixture.rows = cells.flatMap { RunFixture.rows(of: $0, run: text + extra, rounds: 2) }
    for place in fixture.rows.indices {
      fixture.rows[place].commit = text
      fixture.rows[place].suite = text
      if fixture.rows[place].cell == other { fixture.rows[place].text = .wrong }
      guard fixture.rows[place].cell == cell, fixture.rows[place].metric == .allocations,
        let mean = fixture.rows[place].summary.mean
      else { continue }
      fixture.rows[place].summary = .constant(mean + change)
    }
    fixture.metadata.argv = ["keystroke-bench", text, text]
    fixture.metadata.source.commit = text
    fixture.metadata.plan.suites = [text]
    fixture.metadata.toolchain.swift = text + extra
    fixture.metadata.toolchain.icu = text
    fixture.metadata.toolchain.cldr = text
    fixture.metadata.toolchain.allocator.name = text
    fixture.metadata.toolchain.allocator.version = text
    fixture.metadata.toolchain.valgrind = text
    fixture.metadata.toolchain.libc = text
    fixture.metadata.hosts[0].architecture = text
    fixture.metadata.hosts[0].cpuModel = text + extra
    fixture.metadata.hosts[0].kernel = text
    fixture.metadata.hosts[0].clockSource = text
    fixture.metadata.hosts[0].virtualisation = text
    fixture.metadata.warnings = [text, String(repeating: text, count: 150)]
    fixture.metadata.wrongTexts = [
      CellMismatch(cell: other.id, expectedText: number, text: text + extra)
    ]
    fixture.metadata.batchedKeystrokes = [text: 2, cell.id: 2]
    return fixture
  }

  /// Returns sites in which every name is hostile.
  static func sites(_ count: Double) -> [CostSite] {
    [
      CostSite(
        series: SeriesKey(
          suite: text, cell: cell, phase: .total, metric: .allocations, instrument: .shim),
        stack: [StackFrame(function: text, file: text, line: 3), StackFrame(function: "f\(text)")],
        count: count, bytes: count * 8)
    ]
  }

  /// Checks that the output of a command is safe to show to a person.
  static func check(
    _ outcome: BuiltProgram.Outcome, _ arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let name = arguments.joined(separator: " ").debugDescription
    #expect(
      [0, 1, 2, 64].contains(outcome.status), "\(name): \(outcome.status) \(outcome.error)",
      sourceLocation: sourceLocation)
    for (stream, text) in [("output", outcome.output), ("error", outcome.error)] {
      let bad = Set(text.unicodeScalars.filter { isControl($0) }.map(\.value))
      #expect(
        bad.isEmpty, "\(name): \(stream) has \(bad.map { String($0, radix: 16) })",
        sourceLocation: sourceLocation)
      #expect(
        hasPairedIsolates(text), "\(name): \(stream) has an isolate without its end",
        sourceLocation: sourceLocation)
      let lines = text.split(separator: "\n").map { $0.drop { " |-".contains($0) } }
      for forged in forged {
        #expect(
          !lines.contains { $0.hasPrefix(forged) }, "\(name): \(stream) is forged",
          sourceLocation: sourceLocation)
      }
    }
    // Wrong usage prints the correct usage, in several lines.
    for line in outcome.error.split(separator: "\n") where outcome.status != 64 {
      #expect(line.count <= 500, "\(name): \(line.prefix(80))", sourceLocation: sourceLocation)
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    // Allow the marks of numbers in CSV, the isolates around right-to-left text, and the column separators of Go's
    // format.
    if "\n\t\u{200E}\u{200F}\u{61C}\u{2068}\u{2069}".unicodeScalars.contains(scalar) {
      return false
    }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func hasPairedIsolates(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy { line in
      var depth = 0
      return line.unicodeScalars.allSatisfy { scalar in
        depth += scalar == "\u{2068}" ? 1 : scalar == "\u{2069}" ? -1 : 0
        return depth >= 0
      } && depth == 0
    }
  }
}
