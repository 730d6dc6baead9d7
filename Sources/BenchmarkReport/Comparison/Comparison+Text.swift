import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

extension Comparison {
  /// How many entries of one finding are listed before the rest is only counted.
  private static let listed = 40

  /// The number of changes that the first line names.
  package static let named = 2

  /// The comparison for people.
  func prose(markdown: Bool) -> String { page(markdown: markdown).text }

  /// The comparison for people, in blocks.
  package func page(markdown: Bool) -> Page {
    var page = Page(markdown: markdown)
    verdict(&page)
    page.list(["baseline   \(baseline.line)", "candidate  \(candidate.line)"], fixed: true)
    compared(&page)
    findings(&page)
    sites(&page)
    paired(&page)
    times(&page)
    return page
  }

  /// The verdict, the notes, and the census of changes.
  package func verdict(_ page: inout Page) {
    page.line(headline, strong: true)
    page.list(timed.map(\.sentence))
    page.list(noteSentences.map { "note: \($0)" })
    page.list(countedSentences)
    page.list(acknowledgementFaults.map(\.description))
  }

  /// What is compared, and how, where not all is.
  package func compared(_ page: inout Page) {
    guard scope.isRestricted else { return }
    page.heading("What is compared")
    page.grid(
      Grid(
        [.init("what"), .init("how"), .init("why")],
        rows: scope.lines.map { [$0.what.words, $0.manner.words, $0.reason?.words ?? ""] }))
  }

  /// What was found, but what is unchanged and what is only shown, by finding.
  package func findings(_ page: inout Page) {
    for finding in Finding.allCases where finding != .unchanged && finding != .advisory {
      let entries = entries(finding).filter { $0.metric != .time || $0.isChange }
      guard !entries.isEmpty else { continue }
      page.heading(Self.title(finding, entries))
      let shown = entries.prefix(Self.listed)
      if entries.contains(where: { $0.before != nil || $0.after != nil }) {
        let notes = shown.contains { $0.note != nil }
        page.grid(Table(columns: Self.columns(notes: notes), rows: Array(shown)).grid)
      } else {
        page.list(shown.map { "\($0.cell.id): \($0.note ?? "no more is known")" })
      }
      if entries.count > shown.count {
        page.list(["and \(entries.count - shown.count) more; --format csv lists all. In all:"])
        page.grid(Self.census(entries))
      }
    }
  }

  /// The verdict in one line.
  package var headline: String { headline(naming: Self.named) }

  /// The verdict in one line, which names this number of failing changes: one of times and one of counts, if there are both.
  package func headline(naming named: Int) -> String {
    func count(_ finding: Finding, timed: Bool) -> Int {
      entries(finding).count { ($0.metric == .time) == timed }
    }
    var tail = "\(Words.count(count(.unchanged, timed: false), "exact metric")) unchanged"
    let inconclusive = count(.inconclusive, timed: false)
    if inconclusive > 0 { tail += ", \(inconclusive) inconclusive" }
    if pairedTest != nil {
      tail += ", \(Words.count(count(.unchanged, timed: true), "time")) unchanged"
      tail += ", \(count(.inconclusive, timed: true)) inconclusive"
    }
    tail += ", in \(Words.count(commonCells, "common cell"))."
    guard fails else {
      let accepted = entries(.acknowledged).count
      let excluded = exclusion.map { "\($0); " } ?? ""
      return accepted == 0
        ? "PASS: \(excluded)nothing that gates got worse; \(tail)"
        : "PASS: \(excluded)\(Words.count(accepted, "acknowledged change")), nothing else that gates got worse; \(tail)"
    }
    let faults = AcknowledgementFault.Kind.allCases.compactMap { kind -> String? in
      let count = acknowledgementFaults.filter { $0.kind == kind }.count
      return count == 0 ? nil : Words.count(count, kind.words)
    }
    let failing = Dictionary(grouping: failures, by: \.finding)
    let kinds = Finding.allCases.compactMap { finding in
      failing[finding].map { "\($0.count) \(finding.words)" }
    }
    /// The line that explains the most, then those that do not follow from it.
    func leading(_ lines: [CensusLine]) -> [CensusLine] {
      let failing = lines.filter(\.fails)
      return failing.prefix(1) + failing.dropFirst().filter { $0.explained > 0 }
    }
    let (timed, counted) = (leading(timed), leading(counted))
    let first = timed.prefix(counted.isEmpty ? named : 1) + counted
    let all: [String] =
      first.prefix(named).map(\.title) + [uncertainty].compactMap(\.self) + kinds + faults
    return "FAIL: \(all.joined(separator: ", ")); \(tail)"
  }

  private static func title(_ finding: Finding, _ entries: [ComparisonEntry]) -> String {
    finding.words.prefix(1).uppercased() + finding.words.dropFirst() + " (\(entries.count))"
  }

  /// How many cells of each strategy have the finding, by phase and metric.
  private static func census(_ entries: [ComparisonEntry]) -> Grid {
    var counts: [[String]: Int] = [:]
    for entry in entries {
      let key = [
        entry.cell.strategy, entry.phase?.rawValue ?? "", entry.metric?.rawValue ?? "",
      ]
      counts[key, default: 0] += 1
    }
    return Grid(
      [.init("strategy"), .init("phase"), .init("metric"), .init("cells", number: true)],
      rows: counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .map { $0.key + [String($0.value)] })
  }
}

extension RunLabel {
  /// One line: name, commit, day, and the status where the run is not finished.
  package var line: String {
    let day = start.formatted(.iso8601.year().month().day())
    let words = [
      name, (commit.isEmpty ? "no commit" : commit) + (changes.map { " (\($0))" } ?? ""), day,
    ]
    return words.joined(separator: "  ") + (status == .finished ? "" : "  \(status.rawValue)")
  }
}
