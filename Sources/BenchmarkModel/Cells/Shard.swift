/// One part of the cells, so that several machines can measure a part each: the first of three is `1/3`.
///
/// A cell belongs to a shard by a hash of its workload: value, locale, length and script, not the strategy. So all
/// strategies of a workload are measured on one machine, and their ratios are of one machine. Every machine finds the
/// same parts, whatever the seed and the filters, and an additional cell does not move any other. Shards are of equal
/// size only on average.
public struct Shard: Hashable, Sendable {
  /// The number of the part, from 1 to ``count``.
  public let index: Int
  /// The number of parts.
  public let count: Int

  /// Makes a shard; nil if the index is not from 1 to the count.
  public init?(index: Int, count: Int) {
    guard index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// True if a cell belongs to the shard.
  ///
  /// The workload is hashed by FNV-1a, mixed and mapped to the shards by `SplitMix64`; neither depends on the process.
  public func contains(_ cell: Cell) -> Bool {
    let workload = "\(cell.value)/\(cell.locale)/\(cell.length)/\(cell.script)"
    var random = SplitMix64(seed: 0, "shard", workload)
    return random.below(count) == index - 1
  }

  /// The cells that a machine measures for the shard: its own, and the ``reference(in:)`` cells of the whole.
  public func cells(of whole: [Cell]) -> [Cell] {
    let reference = Self.reference(in: whole)
    return whole.filter { contains($0) || reference.contains($0) }
  }

  /// The cells that every shard measures, so that machines can be compared.
  ///
  /// They are the first few of `unformatted`, which is the cheapest strategy; none if the whole has none of them.
  public static func reference(in whole: [Cell]) -> Set<Cell> {
    Set(whole.filter { $0.strategy == "unformatted" }.sorted().prefix(referenceCells))
  }

  /// The maximum number of cells that are measured on every machine.
  private static let referenceCells = 4

  /// The identifier of a set of cells: 16 hexadecimal digits that depend on every id, and not on the order.
  public static func digest(of cells: some Sequence<Cell>) -> String {
    // A sum does not depend on the order. Each summand is mixed, so that two ids do not cancel out.
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
