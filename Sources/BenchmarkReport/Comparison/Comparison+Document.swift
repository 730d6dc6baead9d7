import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

extension Comparison {
  /// The number of entries of one finding that are listed before the rest is only counted.
  private static let listed = 40

  /// The comparison for people.
  package var document: Document {
    Document(
      overview + [
        .code(["baseline   \(baseline.line)", "candidate  \(candidate.line)"]), compared,
      ]
        + findings + [sites] + times)
  }

  /// The verdict, the census of changes, and the notes.
  private var overview: [Document.Block] {
    [
      .paragraph(headline, verdict.tone), .list(listedSentences),
      .list([undecidedWords].compactMap(\.self)), .list(notes.map { "note: \($0.words)" }),
    ]
  }

  /// The kinds of figures and how each is compared; empty if all of them gate.
  var compared: Document.Block {
    let lines = scope.isRestricted ? scope.lines : []
    return .section(
      "What is compared",
      [
        .table(
          Grid(
            [.init("what"), .init("how"), .init("why")],
            rows: lines.map { [$0.what.words, $0.manner.words, $0.reason?.words ?? ""] }))
      ])
  }

  /// The entries by finding, without those that are unchanged or advisory.
  var findings: [Document.Block] {
    Finding.allCases.filter { $0 != .unchanged && $0 != .advisory }.map { finding in
      let entries = entries(finding).filter { $0.metric?.isSampled != true || $0.isChange }
      let shown = entries.prefix(Self.listed)
      let hasFigures = entries.contains { $0.before != nil || $0.after != nil }
      let columns = Self.columns(notes: shown.contains { $0.note != nil })
      let rest = entries.count - shown.count
      return .section(
        "\(finding.words.prefix(1).uppercased())\(finding.words.dropFirst()) (\(entries.count))",
        [
          hasFigures
            ? .table(Table(columns: columns, rows: Array(shown)).grid)
            : .list(shown.map { "\($0.cell.id): \($0.note ?? "no more is known")" })
        ]
          + [.list(rest == 0 ? [] : ["and \(rest) more; --format csv lists all."])])
    }
  }
}

// MARK: - Sites

extension Comparison {
  /// The number of changes whose sites are named, and of sites for each, risen and fallen ones.
  private static let listedSites = (changes: 20, each: 3)

  /// The stacks behind changes, a list for each.
  var sites: Document.Block {
    let attributed = entries.filter { !$0.sites.isEmpty }
    let rest = attributed.count - Self.listedSites.changes
    let lists = attributed.prefix(Self.listedSites.changes).flatMap { entry -> [Document.Block] in
      guard let metric = entry.metric, let phase = entry.phase else { return [] }
      let risen = entry.sites.filter { $0.change > 0 }.prefix(Self.listedSites.each)
      let fallen = entry.sites.filter { $0.change < 0 }.suffix(Self.listedSites.each)
      return [
        .list(["\(entry.cell.id) \(phase.rawValue) \(metric.rawValue)"]),
        .code((risen + fallen).map { "  \(Self.line($0, metric))" }),
      ]
    }
    return .section(
      "Where the changes come from",
      lists
        + [.list(rest > 0 ? ["and those of \(rest) more; --format json lists all."] : [])])
  }

  /// The change, the innermost frame, and the next one whose place is known; frames of libraries have no place.
  private static func line(_ site: SiteChange, _ metric: Metric) -> String {
    let callers = site.stack.dropLast()
    let caller = callers.last { $0.place != nil } ?? callers.last
    let frames = [site.stack.last, caller].compactMap(\.self).map { frame in
      frame.function + (frame.place.map { " (\($0))" } ?? "")
    }
    return "\(Units.difference(site.change, metric))  \(frames.joined(separator: " < "))"
  }
}

extension RunLabel {
  /// One line: name, commit, day, and the status of a run that is not finished.
  var line: String {
    let day = start.formatted(.iso8601.year().month().day())
    let words = [
      name, (commit.isEmpty ? "no commit" : commit) + (changes.map { " (\($0))" } ?? ""), day,
    ]
    return words.joined(separator: "  ") + (status == .finished ? "" : "  \(status.rawValue)")
  }
}
