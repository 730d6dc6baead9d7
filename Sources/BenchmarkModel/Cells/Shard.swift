/// One part of the cells, so that several machines can measure a part each: the first of three is `1/3`.
///
/// A cell belongs to a shard by a hash of its workload: value, locale, length and script, not the strategy. So all
/// strategies of a workload are measured on one machine, and their ratios are of one machine. Every machine finds the
/// same parts, whatever the seed and the filters, and a cell that is added moves no other. Shards are of equal size only
/// on the average.
public struct Shard: Hashable, Sendable {
  /// Which part, from 1 to ``count``.
  public let index: Int
  /// How many parts there are.
  public let count: Int

  /// Makes a shard; nil where the index is not from 1 to the count.
  public init?(index: Int, count: Int) {
    guard index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether a cell belongs to the shard.
  ///
  /// FNV-1a of the workload, mixed and mapped to the shards by `SplitMix64`; neither depends on the process.
  public func contains(_ cell: Cell) -> Bool {
    let workload = "\(cell.value)/\(cell.locale)/\(cell.length)/\(cell.script)"
    var random = SplitMix64(seed: 0, "shard", workload)
    return random.below(count) == index - 1
  }

  /// The cells that a machine measures for the shard: its own, and the ``reference(in:)`` of the whole.
  public func cells(of whole: [Cell]) -> [Cell] {
    let reference = Self.reference(in: whole)
    return whole.filter { contains($0) || reference.contains($0) }
  }

  /// The cells that every shard measures, so that machines can be compared: the first few of `unformatted`, which costs
  /// least; none where the whole has none.
  public static func reference(in whole: [Cell]) -> Set<Cell> {
    Set(whole.filter { $0.strategy == "unformatted" }.sorted().prefix(referenceCells))
  }

  /// How many cells are measured on every machine at the most.
  private static let referenceCells = 4

  /// What tells one set of cells from another: 16 hexadecimal digits that depend on every id, and not on the order.
  public static func digest(of cells: some Sequence<Cell>) -> String {
    // A sum does not depend on the order; each summand is mixed, so that two ids do not cancel out.
    let sum = cells.reduce(into: UInt64(0)) { sum, cell in
      var random = SplitMix64(seed: 0, "digest", cell.id)
      sum &+= random.next()
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Shard: LosslessStringConvertible {
  /// Reads `2/3`; nil for anything else.
  public init?(_ description: String) {
    guard let parts = description.wholeMatch(of: /([0-9]{1,6})\/([0-9]{1,6})/),
      let index = Int(parts.1), let count = Int(parts.2)
    else { return nil }
    self.init(index: index, count: count)
  }

  /// The index and the count, as in `2/3`.
  public var description: String { "\(index)/\(count)" }
}
