import Foundation
import Testing

/// A run on disk, read without any code of the project.
struct RunOnDisk {
  /// The header that the design specifies.
  static let header =
    "run,commit,round,suite,strategy,value,locale,length,script,phase,metric,instrument,unit,count,"
    + "min,p50,p90,p99,p999,max,mean,text"

  /// The fields that identify a row, including the round.
  struct Key: Hashable {
    var cell: String
    var phase: String
    var metric: String
    var round: String
  }

  /// The figures of a row, by column.
  struct Row {
    var fields: [String: String]

    subscript(column: String) -> String { fields[column] ?? "" }

    var cell: String {
      ["strategy", "value", "locale", "length", "script"].map { self[$0] }.joined(separator: "/")
    }
    var key: Key {
      Key(cell: cell, phase: self["phase"], metric: self["metric"], round: self["round"])
    }
    /// Returns a figure; nil if the field is empty.
    func figure(_ column: String) throws -> Double? {
      guard !self[column].isEmpty else { return nil }
      let figure: Double = try #require(
        Double(self[column]), "\(column) of \(cell) is not a number")
      return figure
    }
  }

  let text: String
  /// All rows except those of keystrokes over budget, which only exist if there was such a keystroke.
  let rows: [Row]
  /// The typical times of whole keystrokes.
  let typical: [Row]
  /// The shares of keystrokes over a limit.
  let overBudget: [Row]
  let metadata: [String: Any]

  /// Reads a run, and expects that no row is partial.
  init(_ folder: String) throws {
    text = try String(contentsOfFile: "\(folder)/samples.csv", encoding: .utf8)
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(filePath: "\(folder)/run.json")))
    metadata = try #require(json as? [String: Any])

    #expect(text.hasSuffix("\n"), "the last line is cut: \(text.suffix(80))")
    let lines = text.split(separator: "\n")
    #expect(lines.first.map(String.init) == Self.header)
    let columns = Self.header.split(separator: ",").map(String.init)
    let all = lines.dropFirst().map { line in
      // No name in a default suite needs quotes; if one did, the number of fields would show it.
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      #expect(fields.count == columns.count, "a partial row: \(line)")
      return Row(fields: Dictionary(zip(columns, fields)) { first, _ in first })
    }
    rows = all.filter { !$0["metric"].hasPrefix("over_") && $0["metric"] != "typical_time" }
    typical = all.filter { $0["metric"] == "typical_time" }
    overBudget = all.filter { $0["metric"].hasPrefix("over_") }
  }

  /// A value of `run.json` by its path, such as `plan.rounds`.
  func fact(_ path: String) -> Any? {
    path.split(separator: ".").reduce(metadata) { value, key in
      (value as? [String: Any])?[String(key)]
    }
  }

  var status: String? { metadata["status"] as? String }
  var warnings: [String] { metadata["warnings"] as? [String] ?? [] }
  /// The warning about lost rows, or nil.
  var lost: String? { warnings.first { $0.hasPrefix("lost: ") } }
  var cells: Set<String> { Set(rows.map(\.cell)) }

  /// The metrics of a cell, each as `phase metric`.
  func series(of cell: String) -> Set<String> {
    Set(rows.filter { $0.cell == cell }.map { "\($0["phase"]) \($0["metric"])" })
  }

  /// The exact figures by row, without the run's id and commit.
  var exact: [Key: [String]] {
    let exact = rows.filter { $0["metric"] != "time" }
    return Dictionary(
      exact.map { row in
        (
          row.key,
          ["count", "min", "p50", "p90", "p99", "p999", "max", "mean", "text"].map { row[$0] }
        )
      }
    ) { first, _ in
      Issue.record("a row is there twice")
      return first
    }
  }
}
