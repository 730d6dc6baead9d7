import BenchmarkModel
import BenchmarkResults
import Glibc

/// Which changes of a whole keystroke follow from a change of one of its phases.
struct Consequences {
  private struct Key: Hashable {
    var cell: Cell
    var metric: Metric
  }

  private let direction: EffectVerdict
  private let explained: Set<Key>
  private let totals: [Key: AttributedEffect]

  /// A first keystroke fills caches, and may do twice what later ones do; more is a change of its own.
  private static let mostOfFirst = 2.0

  init(_ effects: [AttributedEffect], _ direction: EffectVerdict) {
    self.direction = direction
    let changes = effects.filter { $0.direction == direction }
    explained = Set(
      changes.filter { !$0.isWhole }.map { Key(cell: $0.cell, metric: $0.metric) })
    totals = Dictionary(
      changes.filter { $0.phase == .total }.map { (Key(cell: $0.cell, metric: $0.metric), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether an effect is that of a phase once more.
  func contains(_ effect: AttributedEffect) -> Bool {
    guard effect.isWhole, effect.direction == direction else { return false }
    let key = Key(cell: effect.cell, metric: effect.metric)
    guard explained.contains(key) else { return false }
    guard effect.phase == .first else { return true }
    // The phases leave the first keystroke out, so that it changed like the others must be seen.
    guard let total = totals[key] else { return false }
    if let own = effect.difference, let other = total.difference {
      return abs(own) <= Self.mostOfFirst * abs(other)
    }
    guard let own = effect.ratio, let other = total.ratio, own > 0, other > 0 else { return false }
    return abs(log(own)) <= Self.mostOfFirst * abs(log(other))
  }
}
