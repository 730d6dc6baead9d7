import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Marks what became wrong in accepted cells, so that it does not fail, and adds an entry for each cell that is wrong
  /// in another way than accepted.
  static func accept(
    _ entries: inout [ComparisonEntry], in after: RunIndex, by accepted: [AcceptedCells],
    on day: Day
  ) {
    var accepting: [SeriesKey.Subject: AcceptedCells] = [:]
    var exceeding: [SeriesKey.Subject: Remark] = [:]
    for (cell, text) in after.texts where text == .wrong {
      let wrong =
        after.wrongText(cell) ?? CellMismatch(cell: cell.cell.id, expectedText: "", text: "")
      let about = accepted.filter { $0.covers(wrong.cell) }.map {
        (entry: $0, excess: $0.excess(of: wrong, on: day))
      }
      if let entry = about.first(where: { $0.excess == nil })?.entry {
        accepting[cell] = entry
      } else if let (entry, excess) = about.first, let excess {
        exceeding[cell] = .exceedsAccepted(entry, excess)
      }
    }
    for place in entries.indices where entries[place].fails {
      let entry = entries[place]
      let isOfText = entry.finding == .textBroke || entry.finding == .textChanged
      if let accepted = accepting[entry.subject], isOfText || entry.metric?.isJudgement == true {
        entries[place].remarks.append(.accepted(entry.finding, accepted))
        entries[place].finding = .acknowledged
      } else if isOfText, let remark = exceeding.removeValue(forKey: entry.subject) {
        entries[place].remarks.append(remark)
      }
    }
    entries += exceeding.sorted { $0.key < $1.key }.map { cell, remark in
      ComparisonEntry(cell, .textChanged, remark)
    }
  }

  /// The notes on accepted cells: those that are right again, and patterns that fit no cell.
  static func acceptedNotes(
    _ accepted: [AcceptedCells], in after: RunIndex, isWhole: Bool,
    isKnownElsewhere: (SeriesScope) -> Bool
  ) -> [ComparisonNote] {
    guard !accepted.isEmpty else { return [] }
    let cells = after.texts.map { (id: $0.key.cell.id, isWrong: $0.value == .wrong) }
    let wrong = cells.filter(\.isWrong).map {
      CellMismatch(cell: $0.id, expectedText: "", text: "")
    }
    let review = AcceptedReview(wrong, by: accepted) { pattern in
      cells.count { Glob(pattern).matches($0.id) }
    }
    let unknown = review.unmatched.filter {
      isWhole && !isKnownElsewhere(SeriesScope(.wrongKeystrokes, cells: $0.cells))
    }
    return review.right.map { .acceptedRight($0.entry, cells: $0.cells) }
      + unknown.map { .acceptedUnknown($0.entry, cells: $0.cells) }
  }
}
