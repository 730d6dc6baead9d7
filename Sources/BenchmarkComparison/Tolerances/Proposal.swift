import BenchmarkModel
import BenchmarkResults
import Foundation

/// An acknowledgement that a reviewer may give.
struct Proposal: Sendable {
  /// The figures that rose.
  struct Subject: Hashable, Comparable {
    var metric: Metric
    var phase: RowPhase
    /// True if they rose from 0, so that only a level bounds them.
    var isLevel: Bool
    var strategy: String

    private var order: [String] {
      [strategy, metric.rawValue, phase.rawValue, isLevel ? "1" : "0"]
    }

    static func < (a: Subject, b: Subject) -> Bool { a.order.lexicographicallyPrecedes(b.order) }
  }

  let cells: String
  let change: Acknowledgement.Change
  /// The number of cells that it covers.
  let count: Int

  /// The maximum ratio of the largest to the smallest of several changes that one entry may cover.
  private static let likeness = 1.5

  /// The fewest proposals that cover the rises of a strategy's cells without one being wider than the changes seen.
  ///
  /// A glob leaves the last parts of the id open, and is used only if every cell that it matches changed alike.
  ///
  /// - Parameters:
  ///   - subject: the figures that rose.
  ///   - rises: the rises, by cell.
  ///   - all: every cell of the strategy in either run that has such a row, changed or not.
  /// - Returns: The proposals, by cell.
  static func grouped(_ subject: Subject, _ rises: [Cell: Rise], all: Set<Cell>) -> [Proposal] {
    split(subject, rises.keys.sorted(), rises, all: all, depth: 1)
  }

  private static func split(
    _ subject: Subject, _ cells: [Cell], _ rises: [Cell: Rise], all: Set<Cell>, depth: Int
  ) -> [Proposal] {
    guard let first = cells.first else { return [] }
    guard let (change, spread) = fit(subject, cells.compactMap { rises[$0] }) else { return [] }
    if cells.count == 1 {
      return [Proposal(cells: literal(first.id), change: change, count: 1)]
    }
    let prefix = Self.prefix(first, depth)
    let covered = all.filter { Self.prefix($0, depth) == prefix }
    if covered.allSatisfy({ rises[$0] != nil }) && spread <= likeness {
      return [Proposal(cells: literal(prefix) + "/*", change: change, count: cells.count)]
    }
    let parts = Dictionary(grouping: cells) { Self.prefix($0, depth + 1) }
    return parts.sorted { $0.value[0] < $1.value[0] }.flatMap {
      split(subject, $0.value, rises, all: all, depth: depth + 1)
    }
  }

  /// Escapes glob characters, so that the pattern matches exactly this text.
  static func literal(_ text: String) -> String {
    String(text.flatMap { "*?[".contains($0) ? "[\($0)]" : $0 == "\\" ? "\\\\" : String($0) })
  }

  init(cells: String, change: Acknowledgement.Change, count: Int) {
    self.cells = cells
    self.change = change
    self.count = count
  }

  /// The change that covers several rises, and the ratio of the largest to the smallest.
  ///
  /// Some changes add a share and some an amount, such as one allocation; the one in which the rises differ less is
  /// used.
  private static func fit(
    _ subject: Subject, _ rises: [Rise]
  ) -> (change: Acknowledgement.Change, spread: Double)? {
    func extent(_ sizes: [Double]) -> (most: Double, spread: Double)? {
      guard let most = sizes.max(), let least = sizes.min(), least > 0 else { return nil }
      return (most, most / least)
    }
    if subject.isLevel {
      return extent(rises.map(\.top)).map {
        (.level(subject.metric, subject.phase, to: $0.most), $0.spread)
      }
    }
    guard let share = extent(rises.compactMap(\.share)), let amount = extent(rises.map(\.amount))
    else { return nil }
    // If both are equal to within rounding, as for a single cell, a share is more informative.
    return amount.spread < share.spread * (1 - 1e-9)
      ? (.amount(subject.metric, subject.phase, by: amount.most), amount.spread)
      : (.rise(subject.metric, subject.phase, share: share.most), share.spread)
  }

  /// The first parts of an id.
  private static func prefix(_ cell: Cell, _ depth: Int) -> String {
    cell.id.split(separator: "/").prefix(depth).joined(separator: "/")
  }

  /// Returns the entry as TOML; the reviewer adds the reason.
  func toml(expires: Day) -> String {
    var lines = ["[[acknowledgement]]" + (count > 1 ? "  # \(count) cells" : "")]
    lines.append("cells = \(Self.quoted(cells))")
    func figure(_ metric: Metric, _ phase: RowPhase?) {
      lines.append("metric = \"\(metric.rawValue)\"")
      if let phase { lines.append("phase = \"\(phase.rawValue)\"") }
    }
    switch change {
    case .rise(let metric, let phase, let share):
      figure(metric, phase)
      // Rounded up to a hundredth of a percent, so that the change seen is accepted; more digits would be false
      // precision.
      let percent = (share * 10_000 * (1 - 1e-12)).rounded(.up) / 100
      let sign = metric.lowerIsBetter ? "+" : "-"
      lines.append("change = \"\(sign)\(String(format: "%.2f", percent)) %\"")
    case .amount(let metric, let phase, let by):
      figure(metric, phase)
      // The difference of two figures that were read has more digits than either.
      lines.append("by = \(FigureText.text((by * 1e6 * (1 - 1e-12)).rounded(.up) / 1e6))")
    case .level(let metric, let phase, let to):
      figure(metric, phase)
      lines.append("to = \(FigureText.text(to))")
    case .finding(let finding, let what):
      lines.append("finding = \"\(finding.rawValue)\"")
      lines.append("what = \(Self.quoted(what))")
    }
    lines.append("reason = \"\"  # why it is worth it; without a reason the file is refused")
    lines.append("expires = \(expires)")
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns a text as a basic string of TOML 1.0, without characters that a terminal would obey.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where !ShownText.isShown(scalar):
        quoted += String(format: scalar.value > 0xFFFF ? "\\U%08X" : "\\u%04X", scalar.value)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
