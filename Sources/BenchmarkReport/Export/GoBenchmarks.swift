import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// A run as text of Go's benchmarks, which benchstat reads: a line for each round of each cell.
///
/// The format is that of Go's proposal 14313, "Go Benchmark Data Format", with the unit metadata of
/// golang.org/x/perf/benchfmt. Configuration lines hold only facts that are equal in comparable runs: benchstat puts
/// results with different configuration into different tables.
struct GoBenchmarks {
  private let report: RunReport
  private let figures: [CellFigures]

  init(_ report: RunReport, _ figures: [CellFigures]) {
    self.report = report
    self.figures = figures
  }

  func rendered() -> String {
    let metadata = report.run.metadata
    var lines = ["# run \(report.table.label.id), commit \(report.table.label.commit)"]
    lines += report.table.warnings.map { "# warning: \($0)" }
    lines = lines.map(Self.oneLine)
    let configuration = [
      ("goos", "linux"), ("goarch", metadata.architecture.map(Self.architecture)),
      ("cpu", metadata.hosts.count == 1 ? metadata.hosts[0].cpuModel : nil),
    ]
    for (key, value) in configuration {
      if let value, !value.isEmpty { lines.append("\(key): \(Self.oneLine(value))") }
    }
    for metric in Set(figures.flatMap { $0.counts.map(\.metric) }).sorted() {
      let kind = metric.isExact ? " assume=exact" : ""
      let better = metric.lowerIsBetter ? "lower" : "higher"
      lines.append("Unit \(Self.unit(metric))\(kind) better=\(better)")
    }
    var suite: String?
    for cell in figures {
      if cell.subject.suite != suite {
        suite = cell.subject.suite
        lines.append("pkg: \(Self.oneLine(cell.subject.suite))")
      }
      lines += Self.lines(cell)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ cell: CellFigures) -> [String] {
    let name = name(cell)
    let exact = cell.counts.map { "\(FigureText.text($0.mean)) \(unit($0.metric))" }
    guard !cell.times.isEmpty else {
      return [([name, String(cell.counted)] + exact).joined(separator: "\t")]
    }
    return cell.times.compactMap { round in
      let times = [(Figure.mean, "ns/op"), (.p50, "p50-ns/op"), (.p99, "p99-ns/op")]
        .compactMap { figure, unit in
          round.summary[figure].map { "\(FigureText.text($0)) \(unit)" }
        }
      guard !(times + exact).isEmpty else { return nil }
      return ([name, String(round.count)] + times + exact).joined(separator: "\t")
    }
  }

  /// The name, with the parts of the cell as keys and values, by which benchstat can group and filter.
  private static func name(_ cell: CellFigures) -> String {
    "BenchmarkKeystroke"
      + Cell.Part.allCases.map { part in
        "/\(part.rawValue)="
          + String(Grid.shown(cell.subject.cell[part]).map { $0.isWhitespace ? "_" : $0 })
      }.joined()
  }

  private static func unit(_ metric: Metric) -> String {
    switch metric {
    case .time: "ns/op"
    case .bytes: "B/op"
    case .allocations: "allocs/op"
    case .peakBytes: "peak-B"
    case .leakedBytes: "leaked-B"
    default: "\(metric.rawValue)\(metric.isTime ? "-ns" : "")/op"
    }
  }

  /// Go's name for an instruction set.
  private static func architecture(_ name: String) -> String {
    ["x86_64": "amd64", "aarch64": "arm64"][name] ?? name
  }

  private static func oneLine(_ text: String) -> String {
    ShownText.line(text)
  }
}
