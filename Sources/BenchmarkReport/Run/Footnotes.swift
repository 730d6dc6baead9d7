import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The wrong texts of a run: each distinct one once, with a number that the table refers to.
struct Footnotes {
  /// The notes, in order, without their numbers.
  let texts: [String]
  private var numbers: [String: Int] = [:]

  init(_ entries: [RunTableEntry]) {
    var cells: [[String]] = []
    var texts: [String] = []
    for entry in entries where entry.text == .wrong {
      let text = Self.text(entry)
      if let number = numbers[text] {
        cells[number - 1].append(entry.cell.id)
      } else {
        texts.append(text)
        cells.append([entry.cell.id])
        numbers[text] = texts.count
      }
    }
    self.texts = zip(texts, cells).map { text, cells in
      let more = cells.count - 1
      return "\(text), in \(cells[0])" + (more > 0 ? " and \(more) more" : "")
    }
  }

  /// The field of the table: `ok`, or `wrong` with the number of its note.
  func mark(_ entry: RunTableEntry) -> String {
    switch entry.text {
    case .ok: "ok"
    case .wrong: "wrong [\(number(entry))]"
    case nil: Units.missing
    }
  }

  /// The number of the note on a wrong text.
  func number(_ entry: RunTableEntry) -> Int { numbers[Self.text(entry)] ?? 0 }

  private static func text(_ entry: RunTableEntry) -> String {
    entry.wrongText.map(VisibleText.difference) ?? "the run does not say which text"
  }
}
