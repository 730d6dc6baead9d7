/// A row of blocks that shows the course of a figure.
enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")
  /// The maximum number of runs shown; they are the last ones.
  static let width = 60
  /// The blocks span at least this share of the largest figure, so that noise does not look like a mountain.
  private static let leastRange = 0.05

  /// The figures as blocks, from the smallest to the largest; a dot for a missing figure.
  static func text(_ values: [Double?]) -> String {
    let shown = values.suffix(width)
    let known = shown.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return "" }
    let range = max(high - low, abs(high) * leastRange)
    let blocks = shown.map { value -> Character in
      guard let value else { return "·" }
      guard range > 0, range.isFinite else { return Self.blocks[0] }
      let share = (value - low) / range
      return Self.blocks[min(Int(share * Double(Self.blocks.count)), Self.blocks.count - 1)]
    }
    return String(blocks)
  }
}
