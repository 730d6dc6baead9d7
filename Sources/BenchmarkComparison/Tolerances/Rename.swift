import BenchmarkModel
import BenchmarkResults
import TOMLKit

/// A strategy, a kind of value or a script that has another name than in earlier runs.
package struct Rename: Equatable, Sendable {
  /// The part of a cell that has the name.
  package let part: Cell.Part
  /// The earlier name.
  package let from: String
  /// The present name.
  package let to: String

  /// Makes a rename of its parts.
  package init(_ part: Cell.Part, from: String, to: String) {
    self.part = part
    self.from = from
    self.to = to
  }

  /// The parts of a cell that may be renamed.
  static let parts: [Cell.Part] = [.strategy, .value, .script]

  /// The cell with its present name.
  func apply(to cell: Cell) -> Cell {
    guard cell[part] == from else { return cell }
    var cell = cell
    switch part {
    case .strategy: cell.strategy = to
    case .value: cell.value = to
    case .script: cell.script = to
    case .locale, .length: break
    }
    return cell
  }
}

extension Thresholds {
  /// The renames that a run needs: one that has the present name already means two things by both names.
  private func renames(in cells: [Cell]) -> [Rename] {
    renames.filter { rename in
      cells.contains { $0[rename.part] == rename.from }
        && !cells.contains { $0[rename.part] == rename.to }
    }
  }

  /// Sites with the present names of their cells.
  func renamed(_ sites: [CostSite]) -> [CostSite] {
    let needed = renames.isEmpty ? [] : renames(in: sites.map(\.cell))
    guard !needed.isEmpty else { return sites }
    return sites.map { site in
      var site = site
      site.series.cell = needed.reduce(site.cell) { $1.apply(to: $0) }
      return site
    }
  }

  /// The run with the present names of its cells.
  package func renamed(_ run: Run) -> Run {
    let needed = renames.isEmpty ? [] : renames(in: run.rows.subjects.map(\.cell))
    guard !needed.isEmpty else { return run }
    func present(_ cell: Cell) -> Cell { needed.reduce(cell) { $1.apply(to: $0) } }
    func present(_ id: String) -> String { Cell(id: id).map { present($0).id } ?? id }
    var metadata = run.metadata
    for place in metadata.wrongTexts.indices {
      metadata.wrongTexts[place].cell = present(metadata.wrongTexts[place].cell)
    }
    metadata.batchedKeystrokes = Dictionary(
      metadata.batchedKeystrokes.map { (present($0.key), $0.value) }
    ) { $1 }
    for rename in needed {
      let patterns: WritableKeyPath<CellFilter, [String]>? =
        switch rename.part {
        case .strategy: \.strategy
        case .value: \.value
        case .script: \.script
        case .locale, .length: nil
        }
      if let patterns {
        let named = metadata.plan.filter?[keyPath: patterns].map {
          $0 == rename.from ? rename.to : $0
        }
        if let named { metadata.plan.filter?[keyPath: patterns] = named }
      }
      if rename.part == .strategy {
        let promise = metadata.promises?.removeValue(forKey: rename.from)
        metadata.promises?[rename.to] = promise
        metadata.ownStrategies = metadata.ownStrategies?.map {
          $0 == rename.from ? rename.to : $0
        }
      }
    }
    let rows = run.rows.map { row in
      var row = row
      row.series.cell = present(row.cell)
      return row
    }
    return Run(name: run.name, metadata: metadata, rows: RowTable(rows))
  }
}

extension ThresholdEntry {
  /// Reads the entry as a rename.
  func rename() throws(Problem) -> Rename {
    let names = Rename.parts.map(\.rawValue)
    try checkKeys(names + ["to", "reason"])
    _ = try text("reason")
    let given = Rename.parts.filter { table[$0.rawValue] != nil }
    guard given.count == 1, let part = given.first, let from = try text(part.rawValue) else {
      throw failure(
        "the rename names \(given.isEmpty ? "nothing" : "several parts")",
        expected: "one of \(names.joined(separator: ", ")), with the earlier name")
    }
    guard let to = try text("to") else {
      throw failure("the rename states no present name", expected: "to = \"...\"")
    }
    for (key, name) in [(part.rawValue, from), ("to", to)] where name.contains("/") || name == "" {
      throw failure(at: key, "\(key) is \(name)", expected: "a name without /")
    }
    guard from != to else {
      throw failure(at: "to", "to is the earlier name", expected: "the present name")
    }
    return Rename(part, from: from, to: to)
  }
}
