/// The rise of the figures of a series, or their fall if more is better, as an acknowledgement bounds it.
package struct Rise: Equatable, Sendable {
  /// The largest rise of any figure, as a share of its former value, or of the mean if that was larger; nil if there
  /// was nothing before.
  ///
  /// A minimum that goes from 0 to 1 while the mean goes from 4 to 5 has risen by a quarter of the cost of a keystroke,
  /// and not without bound.
  package let share: Double?
  /// The largest rise of any figure, in the metric's unit.
  package let amount: Double
  /// The highest figure of the candidate, in the metric's unit; the rise of a fall has no such bound.
  package let top: Double

  package init(from before: Summary, to after: Summary, isFall: Bool = false) {
    var share: Double? = 0
    var amount = 0.0
    var top = 0.0
    for figure in Figure.allCases {
      guard let old = before[figure], let new = after[figure] else { continue }
      top = isFall ? .infinity : max(top, new)
      let size = isFall ? old - new : new - old
      guard size > 0 else { continue }
      amount = max(amount, size)
      let base = max(old, before.mean ?? 0)
      share = base > 0 ? share.map { max($0, size / base) } : nil
    }
    self.share = share
    self.amount = amount
    self.top = top
  }
}
