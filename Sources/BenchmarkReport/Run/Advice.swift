import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The strategy to use, as far as a run shows.
///
/// Costs are compared only among strategies with the same promise: one that formats nothing, or at the end, is always
/// cheaper than one that formats at each edit, and does less.
enum Advice {
  /// The cheapest strategies among those that are right in every cell and in every painted frame; the first is the
  /// cheapest, the others cost nearly the same.
  case use([Ranking.Line], among: Int)
  /// No strategy is right everywhere; this one has the fewest wrong values.
  case leastWrong(Ranking.Line, among: Int)
  /// Only one strategy was measured.
  case alone(Ranking.Line)
  /// None of the strategies formats at each edit.
  case noneFormats
  /// The run does not state the promises of its strategies, or no text was checked.
  case unknown

  /// The ratio below which costs count as equal: code moves in memory from build to build, and times with it.
  private static let alike = 1.05

  init(_ ranking: Ranking) {
    if ranking.lines.count == 1 {
      self = ranking.lines[0].checked > 0 ? .alone(ranking.lines[0]) : .unknown
      return
    }
    guard ranking.knowsPromises else {
      self = .unknown
      return
    }
    let able = ranking.lines.filter { $0.formatsWhileTyping && $0.checked > 0 && $0.cost != nil }
    let right = able.filter { $0.wrong == 0 && $0.flicker ?? 0 == 0 }
    if let best = right.min(by: { ($0.cost ?? .infinity) < ($1.cost ?? .infinity) }),
      let cost = best.cost
    {
      let alike = right.filter {
        $0.rank == best.rank || ($0.cost ?? .infinity) <= cost * Self.alike
      }
      self = .use(alike.sorted { ($0.cost ?? 0) < ($1.cost ?? 0) }, among: able.count)
    } else if let best = able.min(by: { Self.faults($0) < Self.faults($1) }) {
      self = .leastWrong(best, among: able.count)
    } else {
      self = .noneFormats
    }
  }

  private static func faults(_ line: Ranking.Line) -> (Int, Int, Double) {
    (line.wrongValues, line.wrong, line.flicker ?? 0)
  }

  /// The strategies that it advises, at most two.
  var strategies: [String] {
    guard case .use(let lines, _) = self else { return [] }
    return lines.prefix(2).map(\.strategy)
  }

  /// The advice in a sentence, for a ranking by a metric; nil if there is none.
  func sentence(by metric: Metric) -> String? {
    let least = metric == .time ? "fastest" : "cheapest"
    switch self {
    case .use(let lines, let among):
      let names = strategies.joined(separator: " or ")
      let checked = lines.map(\.checked).min() ?? 0
      let cells = checked == 1 ? "its one cell" : "all \(checked) cells"
      guard among > 1 else {
        return
          "Use \(names): it alone formats at each edit, and it is right in \(cells)."
      }
      return
        "Use \(names): the \(least) of the \(among) that format at each edit, and right in \(cells)\(lines[0].flicker == nil ? "" : ", without flicker")."
    case .leastWrong(let line, let among):
      let which =
        among == 1
        ? "It alone formats at each edit"
        : "None of the \(among) that format at each edit is right in every cell\(line.flicker == nil ? "" : " and frame"); it is the least wrong"
      return
        "\(line.strategy), with care: \(which), with a wrong value in \(line.wrongValues) of \(line.checked) cells."
    case .alone(let line):
      return line.wrong == 0
        ? "\(line.strategy) alone was measured, and is right in \(Words.count(line.checked, "cell"))."
        : "\(line.strategy) alone was measured, and is wrong in \(line.wrong) of \(Words.count(line.checked, "cell")): see --details."
    case .noneFormats:
      return "None of these strategies formats at each edit, so there is none to advise."
    case .unknown:
      return nil
    }
  }
}
