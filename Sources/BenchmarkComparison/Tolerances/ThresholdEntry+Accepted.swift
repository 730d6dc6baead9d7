import BenchmarkModel
import BenchmarkResults
import TOMLKit

extension ThresholdEntry {
  /// Reads the entry as accepted cells.
  func accepted() throws(Problem) -> AcceptedCells {
    try checkKeys(["cells", "what", "keystrokes", "reason", "issue", "expires"])
    guard let cells = try texts("cells") else {
      throw failure("the entry names no cells", expected: "the id of a cell, or a glob, or a list")
    }
    let known = AcceptedCells.Fault.allCases.map(\.rawValue).joined(separator: ", ")
    guard let words = try texts("what") else {
      throw failure(
        "the entry does not say what is wrong", expected: "what = one or more of \(known)")
    }
    var what: [AcceptedCells.Fault] = []
    for word in words {
      guard let fault = AcceptedCells.Fault(rawValue: word) else {
        throw failure(at: "what", "what is \(word)", expected: "one or more of \(known)")
      }
      what.append(fault)
    }
    guard let keystrokes = try amount("keystrokes").flatMap(Int.init(exactly:)), keystrokes > 0
    else {
      throw failure(
        at: "keystrokes", "the entry does not say how many keystrokes may be wrong",
        expected: "keystrokes = 4, the most of a cell")
    }
    guard let reason = try text("reason") else {
      throw failure("the entry gives no reason", expected: "reason = \"...\"")
    }
    return AcceptedCells(
      cells: cells, what: what, keystrokes: keystrokes, reason: reason, issue: try text("issue"),
      expires: try day("expires"), file: reader.file, line: start.map { $0 + 1 })
  }

  /// One text or a list of them; nil if the key is missing.
  private func texts(_ key: String) throws(Problem) -> [String]? {
    guard let value = table[key] else { return nil }
    guard let list = value.array else { return try text(key).map { [$0] } }
    let texts = list.compactMap { $0.string }
    guard texts.count == list.count, !texts.isEmpty, !texts.contains("") else {
      throw failure(at: key, "\(key) is not a list of texts", expected: "texts in quotes")
    }
    return texts
  }
}
