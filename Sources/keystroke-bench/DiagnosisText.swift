import BenchmarkConductor
import BenchmarkReport

/// A diagnosis for people: a line a point, the cures below.
enum DiagnosisText {
  static func render(_ diagnosis: Diagnosis) -> String {
    let grid = Grid(
      [.init(""), .init("point"), .init("finding")],
      rows: diagnosis.points.map { [$0.grade.rawValue, $0.name, $0.finding] })
    let cures = diagnosis.points.compactMap { point in
      point.cure.map { "\(point.name): \($0)\n" }
    }
    return grid.rendered(markdown: false)
      + (cures.isEmpty ? "" : "\nWhat helps:\n" + cures.map { "  \($0)" }.joined())
  }
}
