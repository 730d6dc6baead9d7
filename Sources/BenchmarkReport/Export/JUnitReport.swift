import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A run as JUnit's XML: a suite per strategy, a test case per cell.
///
/// The schema is the one that Jenkins reads (junit-10.xsd of its xUnit plugin): that of Maven Surefire inside
/// `testsuites`. If the run is compared with another, a case fails if the comparison of its cell fails, and failures
/// that belong to no single cell have separate cases; a case is skipped if its cell could not be decided, and an
/// undecided comparison has a skipped case of its own. Without a comparison, a case is skipped if the text is wrong, because some strategies are measured with their published
/// defects.
struct JUnitReport {
  private struct Case {
    var suite: String
    var name: String
    var failure: String?
    var skipped: String?
    var output: [String]
    /// The seconds that its timed keystrokes took together; nil if none were timed.
    var seconds: Double?
  }

  private let report: RunReport

  /// The facts of the run, which each suite repeats.
  private let facts: [(String, String)]

  init(_ report: RunReport) {
    self.report = report
    facts =
      RunFacts(report.run).facts + [("warnings", report.table.warnings.joined(separator: "; "))]
  }

  func rendered() -> String {
    let cases =
      report.comparison.map(compared) ?? report.table.entries.map(alone)
    let root = XMLElement(name: "testsuites")
    root.set("name", "keystroke-bench")
    count(cases, on: root)
    for (place, group) in grouped(cases).enumerated() {
      let suite = XMLElement(name: "testsuite")
      suite.set("name", group[0].suite)
      suite.set("id", String(place))
      count(group, on: suite)
      suite.set("skipped", String(group.count { $0.skipped != nil }))
      suite.set("timestamp", report.run.metadata.start.formatted(Self.timestamp))
      suite.addChild(properties)
      for test in group { suite.addChild(element(test)) }
      root.addChild(suite)
    }
    let document = XMLDocument(rootElement: root)
    document.version = "1.0"
    document.characterEncoding = "UTF-8"
    let text = document.xmlString(options: .nodePrettyPrint)
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Without fractions and zone, as in Surefire; in UTC.
  private static let timestamp = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    .dateSeparator(.dash).time(includingFractionalSeconds: false).timeSeparator(.colon)

  private func count(_ cases: [Case], on element: XMLElement) {
    element.set("tests", String(cases.count))
    element.set("failures", String(cases.count { $0.failure != nil }))
    element.set("errors", "0")
    element.set("time", Units.fixed(cases.compactMap(\.seconds).reduce(0, +), 3))
  }

  private func grouped(_ cases: [Case]) -> [[Case]] {
    var groups: [[Case]] = []
    for test in cases {
      if groups.last?.first?.suite == test.suite {
        groups[groups.count - 1].append(test)
      } else {
        groups.append([test])
      }
    }
    return groups
  }

  private var properties: XMLElement {
    let properties = XMLElement(name: "properties")
    for (name, value) in facts where !value.isEmpty {
      let property = XMLElement(name: "property")
      property.set("name", name)
      property.set("value", value)
      properties.addChild(property)
    }
    return properties
  }

  private func element(_ test: Case) -> XMLElement {
    let element = XMLElement(name: "testcase")
    element.set("classname", test.suite)
    element.set("name", test.name)
    // Three decimals, as of SUREFIRE_TIME.
    if let seconds = test.seconds { element.set("time", Units.fixed(seconds, 3)) }
    for (name, text) in [("failure", test.failure), ("skipped", test.skipped)] {
      guard let text else { continue }
      let child = XMLElement(name: name)
      child.set("message", Document.shown(String(text.prefix { !$0.isNewline })))
      if name == "failure" { child.set("type", "regression") }
      child.stringValue = Markup.allowed(text)
      element.addChild(child)
    }
    let output = XMLElement(name: "system-out")
    output.stringValue = Markup.allowed(test.output.joined(separator: "\n"))
    element.addChild(output)
    return element
  }
}

extension JUnitReport {
  private static func suite(_ subject: SeriesKey.Subject) -> String {
    "\(subject.suite).\(subject.cell.strategy)"
  }

  private static func name(_ subject: SeriesKey.Subject) -> String {
    subject.cell.parts.dropFirst().joined(separator: "/")
  }

  private func seconds(_ subject: SeriesKey.Subject) -> Double? {
    let rounds = CellFigures(subject, report.table.side).times
    let nanoseconds = rounds.compactMap { round in
      round.summary.mean.map { $0 * Double(round.count) }
    }
    return nanoseconds.isEmpty ? nil : nanoseconds.reduce(0, +) / 1e9
  }

  /// A cell of a run that is compared with none.
  private func alone(_ entry: RunTableEntry) -> Case {
    let wrong = Document.shown(
      entry.wrongText.map { "wrong text: \(VisibleText.difference($0))" } ?? "wrong text")
    let cells = WrongCells([entry.wrongText].compactMap(\.self), by: report.acceptances)
    let words =
      cells.accepted.map { "accepted: \($0.by.reason)" } + cells.failing.compactMap(\.reason)
    return Case(
      suite: Self.suite(entry.subject), name: Self.name(entry.subject),
      skipped: entry.text == .wrong
        ? (words.map(Document.shown) + [wrong]).joined(separator: "\n") : nil,
      output: entry.figureLines, seconds: seconds(entry.subject))
  }

  private func compared(_ comparison: Comparison) -> [Case] {
    let entries = Dictionary(
      uniqueKeysWithValues: report.table.entries.map { ($0.subject, $0) })
    let reasons = comparison.reasons
    let cells = comparison.outcomes.map { outcome in
      let entry = entries[outcome.subject]
      let failures = outcome.failures.map { Document.shown($0.sentence) }
      let undecided =
        outcome.undecided.map { Document.shown($0.sentence) }
        + reasons.filter { $0.cells.contains(outcome.subject) }.map(\.words)
      return Case(
        suite: Self.suite(outcome.subject), name: Self.name(outcome.subject),
        failure: failures.isEmpty ? nil : failures.joined(separator: "\n"),
        skipped: failures.isEmpty && !undecided.isEmpty
          ? undecided.joined(separator: "\n") : nil,
        output: (entry?.figureLines ?? ["not measured in the candidate"])
          + outcome.entries.filter { ![.unchanged, .advisory].contains($0.finding) }
          .map { Document.shown($0.sentence) },
        seconds: seconds(outcome.subject))
    }
    return cells + shared(comparison)
  }

  /// The cases that belong to no single cell: groups whose times regressed, and reasons for no decision.
  private func shared(_ comparison: Comparison) -> [Case] {
    func test(_ kind: String, _ name: String, _ failure: String?, _ skipped: String? = nil) -> Case
    {
      Case(
        suite: "comparison.\(kind)", name: name, failure: failure.map(Document.shown),
        skipped: skipped, output: [comparison.headline])
    }
    let timed = comparison.timed.filter {
      $0.fails && $0.timed?.verdict != nil && $0.compared > 1
    }
    let reasons = comparison.verdict.reasons.map(\.words)
    return timed.map { test("times", $0.title, $0.sentence) }
      + (reasons.isEmpty
        ? [] : [test("verdict", "undecided", nil, reasons.joined(separator: "\n"))])
  }
}

extension RunTableEntry {
  /// The figures, one per line; a figure that was not measured has no line.
  var figureLines: [String] {
    let shown =
      FigureColumn.all.filter {
        $0.kind == .count || $0.kind == .time && [.p50, .p99, .max].contains($0.figure)
      } + ownMetrics.map(FigureColumn.own)
    let figures = shown.compactMap { column in
      column.value(costs[column.metric]).map { "\(column.key): \(column.text($0, of: self))" }
    }
    let texts = [
      text.map { "text: \($0.rawValue)" }, wrongText.map(VisibleText.difference),
    ].compactMap(\.self)
    return figures + texts.map(Document.shown)
  }
}

extension XMLElement {
  /// Sets an attribute, without characters that XML forbids.
  fileprivate func set(_ name: String, _ value: String) {
    let attribute = XMLNode(kind: .attribute)
    attribute.name = name
    attribute.stringValue = Markup.allowed(Document.shown(value))
    addAttribute(attribute)
  }
}
