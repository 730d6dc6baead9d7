import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// What changed, in as few sentences as tell it, what fails first.
  package var changeSentences: [(text: String, fails: Bool)] {
    let faults = acknowledgementFaults.map { ($0.description, true) }
    let whole: [Finding] = [
      .textBroke, .textChanged, .vanished, .uncovered, .workload, .overBudget,
    ]
    let told = whole.flatMap { finding in
      Self.sentences(finding, Array(entries(finding)))
    }
    let costs = counted.map { ("\($0.direction.rawValue): \($0.sentence)", $0.fails) }
    let better = [Finding.acknowledged, .textFixed, .new].flatMap { finding in
      Self.sentences(finding, Array(entries(finding)))
    }
    return (faults + told + costs + better).map { (text: $0.0, fails: $0.1) }
  }

  /// One cell by name where there is only one, else how many of which strategies.
  private static func sentences(
    _ finding: Finding, _ entries: [ComparisonEntry]
  ) -> [(String, Bool)] {
    guard let first = entries.first else { return [] }
    let fails = entries.contains(where: \.fails)
    guard entries.count > 1 else {
      return [("\(finding.words): \(first.cell.id): \(first.note ?? "no more is known")", fails)]
    }
    let strategies = Set(entries.map(\.cell.strategy)).sorted()
    let named = strategies.prefix(3).joined(separator: ", ")
    let rest = strategies.count - 3
    return [
      (
        "\(finding.words): \(Words.count(Set(entries.map(\.subject)), "cell")) of \(named)"
          + (rest > 0 ? " and \(rest) more" : "") + ", as \(first.cell.id)", fails
      )
    ]
  }
}
