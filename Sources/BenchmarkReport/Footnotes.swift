import BenchmarkResults
import KeystrokeWorkload

/// The wrong texts of a run: each distinct one once, with a number that the table refers to.
struct Footnotes {
  /// The notes, in order.
  private(set) var lines: [String] = []
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
    lines = zip(texts, cells).enumerated().map { index, note in
      let more = note.1.count - 1
      return "[\(index + 1)] \(note.0), in \(note.1[0])" + (more > 0 ? " and \(more) more" : "")
    }
  }

  /// What stands in the table: `ok`, or `wrong` with the number of its note.
  func mark(_ entry: RunTableEntry) -> String {
    switch entry.text {
    case .ok: "ok"
    case .wrong: "wrong [\(numbers[Self.text(entry)] ?? 0)]"
    case nil: Units.missing
    }
  }

  private static func text(_ entry: RunTableEntry) -> String {
    entry.wrongText.map(VisibleText.difference) ?? "the run does not say which text"
  }
}
