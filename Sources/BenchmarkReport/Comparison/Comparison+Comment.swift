import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// A comparison as a comment on a pull request: what a maintainer reads first, then everything else, folded.
extension Comparison {
  /// The numbers of cells, findings and notes that are named.
  private static let worstCells = 3
  private static let namedFindings = 2
  private static let namedNotes = 2

  /// The verdict, its causes, the worst cells, what was not decided, and the notes: at most ten lines.
  var summary: [Document.Block] {
    let rest = notes.count - Self.namedNotes
    return [
      .paragraph(headline, .strong),
      .list(
        leading.map { "\($0.direction.rawValue): \($0.sentence)" }
          + otherFindings + [undecidedWords].compactMap(\.self)
          + notes.prefix(Self.namedNotes).map { "note: \($0.words)" }
          + (rest > 0 ? ["\(Words.count(rest, "more note")) below"] : [])),
    ]
  }

  /// Everything that ``summary`` leaves out, each part folded.
  var folds: [Document.Block] {
    let every = Document.Block.section(
      "Every change and note",
      [
        .list(listedSentences), .list(notes.map { "note: \($0.words)" }),
      ])
    return ([every] + findings + [sites, compared] + times).map { $0.folded() }
  }

  /// The comparison as a comment, with both runs.
  var comment: Document {
    Document(
      summary + [.code(["baseline   \(baseline.line)", "candidate  \(candidate.line)"])] + folds)
  }

  /// The lines of times and of counts that explain the most.
  private var leading: [CensusLine] {
    [timed, counted].compactMap { lines in lines.first(where: \.fails) ?? lines.first }
  }

  /// The worst of the cells that fail, each with its largest change: of the whole keystroke, if that fails.
  var worstFailures: [String] {
    func size(_ entry: ComparisonEntry) -> Double { abs(log(entry.ratio ?? 1)) }
    return outcomes.compactMap { outcome in
      let failures = outcome.failures.filter { $0.finding == outcome.main?.finding }
      let whole = failures.filter {
        $0.phase == .total && ($0.metric == .time || $0.metric == .instructions)
      }
      return (whole.isEmpty ? failures : whole).max { size($0) < size($1) }
        .map { (rank: outcome.rank, entry: $0) }
    }.sorted { ($0.rank, size($1.entry)) < ($1.rank, size($0.entry)) }
      .prefix(Self.worstCells).map { worst in
        let entry = worst.entry
        guard let phase = entry.phase, let metric = entry.metric, entry.ratio != nil else {
          return "\(entry.cell.id): \(entry.sentence)"
        }
        return
          "\(entry.cell.id): \(phase.rawValue) \(metric.rawValue) \(Units.change(from: entry.before, to: entry.after))"
      }
  }

  /// Texts, missing cells and other findings that are no costs.
  private var otherFindings: [String] {
    let others = otherSentences.map(\.text)
    let rest = others.count - Self.namedFindings
    return others.prefix(Self.namedFindings).enumerated().map { place, text in
      place + 1 == Self.namedFindings && rest > 0 ? "\(text); and \(rest) more below" : text
    }
  }

  /// The times that were not decided, and what would decide them; nil if all were.
  var undecidedWords: String? {
    guard let undecided else { return nil }
    let fewer = undecided.fewer.map {
      let options = $0.filter.options.split(separator: " ").map(String.init)
      return ", or for \($0.cells) of them \(ShellText.line(options))"
    }
    return
      "not decided: the time of a keystroke in \(undecided.cells) of \(Words.count(undecided.timed, "cell")); --budget \(RoundCost.budget(undecided.budget)) may decide it\(fewer ?? "")"
  }
}
