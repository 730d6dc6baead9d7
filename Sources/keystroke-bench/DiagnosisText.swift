import BenchmarkConductor
import BenchmarkReport

/// A diagnosis for people: a line a point, the hints below.
enum DiagnosisText {
  static func render(_ diagnosis: Diagnosis) -> String {
    let grid = Grid(
      [.init(""), .init("point"), .init("finding")],
      rows: diagnosis.points.map { [$0.grade.rawValue, $0.name, $0.finding] })
    let hints = diagnosis.points.compactMap { point in
      point.hint.map { "\(point.name): \($0)\n" }
    }
    return grid.rendered(markdown: false)
      + (hints.isEmpty ? "" : "\nWhat helps:\n" + hints.map { "  \($0)" }.joined())
  }
}
