import BenchmarkModel
import Glibc

/// The cells that changed as few groups, and the cells that no group explains.
///
/// Greedy cover: the group that explains most of what is unexplained comes first, the simpler one of two (Chvátal, "A
/// greedy heuristic for the set-covering problem", 1979: no cover is much smaller). A group must hold for nearly all of its
/// cells and must not be what chance would give, see ``isDistinct(_:)``.
struct CellCover: Sendable {
  /// A group with what is known of its cells.
  struct Member: Sendable {
    let group: SharedParts
    /// Those of its cells that changed this way.
    let changed: [Cell]
    /// How many were compared.
    let compared: Int
    /// Of how many of those nothing can be said.
    let undecided: Int
  }

  /// The groups, those that explain most first.
  private(set) var members: [Member] = []
  /// The cells that none explains, in order.
  private(set) var others: [Cell] = []

  /// Two cells are as quickly listed as named by what they share.
  private static let fewest = 3
  /// The share of a group's decided cells that must have changed.
  private static let purity = 0.9
  /// How likely it may be that any group at all is as pure by chance.
  private static let chance = 0.05

  private let changed: Set<PartsCode>
  private let decided: [PartsCode]
  private var unexplained: Set<PartsCode>
  private var groups = 0
  private var tallies: [PartsCode: Tally] = [:]

  private struct Tally {
    let changed: Int
    var decided = 0
    var undecided = 0

    var isPure: Bool {
      Double(changed) >= purity * Double(decided) && 2 * changed >= decided + undecided
    }
  }

  /// Covers the cells that changed one way.
  ///
  /// - Parameters:
  ///   - changed: those cells.
  ///   - decided: all cells of which it is known whether they changed, these included.
  ///   - compared: all cells that were compared, the decided ones included.
  init(changed: Set<Cell>, decided: Set<Cell>, compared: Set<Cell>) {
    guard changed.count >= Self.fewest, let numbers = PartsNumbers(compared) else {
      (self.changed, self.decided, unexplained) = ([], [], [])
      others = changed.sorted()
      return
    }
    let codes = Dictionary(uniqueKeysWithValues: changed.map { (numbers[$0], $0) })
    self.changed = Set(codes.keys)
    self.decided = decided.map { numbers[$0] }
    unexplained = self.changed
    // Of most groups too few cells changed, so only the others are counted.
    var changes: [PartsCode: Int] = [:]
    for cell in self.changed { cell.forEachGroup { changes[$0, default: 0] += 1 } }
    tallies = changes.filter { $0.value >= Self.fewest }.mapValues { Tally(changed: $0) }
    for cell in self.decided { cell.forEachGroup { tallies[$0]?.decided += 1 } }
    let undecided = compared.subtracting(decided).map { numbers[$0] }
    for cell in undecided { cell.forEachGroup { tallies[$0]?.undecided += 1 } }
    tallies = tallies.filter { $0.value.isPure }
    groups = tallies.isEmpty ? 0 : PartsCode.groups(of: self.decided + undecided)
    func cells(_ chosen: Set<PartsCode>) -> [Cell] { chosen.compactMap { codes[$0] }.sorted() }
    while let group = next(numbers), let tally = tallies[group] {
      members.append(
        Member(
          group: numbers[group], changed: cells(self.changed.filter(group.contains)),
          compared: tally.decided + tally.undecided, undecided: tally.undecided))
      unexplained = unexplained.filter { !group.contains($0) }
    }
    others = cells(unexplained)
  }

  /// The group that explains most of what is left.
  private func next(_ numbers: PartsNumbers) -> PartsCode? {
    var explained: [PartsCode: Int] = [:]
    for cell in unexplained {
      cell.forEachGroup { if tallies[$0] != nil { explained[$0, default: 0] += 1 } }
    }
    let ranked = explained.filter { $0.value >= Self.fewest }.map { group, count in
      (group: group, rank: rank(group, count))
    }.sorted { first, second in
      first.rank == second.rank
        ? numbers[first.group].order < numbers[second.group].order
        : first.rank.lexicographicallyPrecedes(second.rank)
    }
    return ranked.first { isDistinct($0.group) }?.group
  }

  /// The more cells, the purer, the simpler, the better; then by strategy first.
  ///
  /// Names decide between equals, so that the order is one.
  private func rank(_ group: PartsCode, _ count: Int) -> [Int] {
    let strays = (tallies[group]?.decided ?? 0) - (tallies[group]?.changed ?? 0)
    return [
      -count, strays, group.parts, group.isRange ? 1 : 0, group[.strategy] == 0 ? 1 : 0,
    ]
  }

  /// Whether the cells beside a group, those that share all of its parts but one, changed less than it.
  ///
  /// Their share of changes is taken as the chance of each cell. A group is distinct where so many of its cells would
  /// change by that chance less than once in twenty runs, over all groups that there are (Bonferroni's bound). Cells
  /// that another group explains say nothing.
  private func isDistinct(_ group: PartsCode) -> Bool {
    guard let own = tallies[group] else { return false }
    return group.wider.allSatisfy { wider in
      let beside = decided.filter {
        wider.contains($0) && !group.contains($0)
          && (unexplained.contains($0) || !changed.contains($0))
      }
      guard !beside.isEmpty else { return true }
      let share = Double(beside.filter(changed.contains).count) / Double(beside.count)
      return Self.chance(of: own.changed, in: own.decided, each: share) * Double(groups)
        <= Self.chance
    }
  }

  /// How likely so many or more of several cells change, if each does with the same chance: the tail of the binomial.
  private static func chance(of changed: Int, in decided: Int, each share: Double) -> Double {
    guard share > 0, share < 1 else { return share }
    func logChoices(_ count: Int) -> Double {
      lgamma(Double(decided) + 1) - lgamma(Double(count) + 1)
        - lgamma(Double(decided - count) + 1)
    }
    return (changed...decided).reduce(0) { sum, count in
      sum
        + exp(
          logChoices(count) + Double(count) * log(share)
            + Double(decided - count) * log(1 - share))
    }
  }
}
