import BenchmarkModel
import BenchmarkResults
import Glibc

/// The slowdown that a paired comparison excludes, whether or not it found a change.
extension Comparison {
  /// The strategy whose keystroke may be slower by the largest share in the mean over launches, and that share.
  ///
  /// It is infinite if there are too few rounds, or if the launches are uneven.
  package var worst: (name: String, share: Double)? {
    let bounds = pairedTest?.bounds.map { (name: $0.strategy, share: $0.share) } ?? []
    return bounds.max { ($0.share, $1.name) < ($1.share, $0.name) }
  }

  /// A slowdown that fewer than one in this number of launches has is not excluded, since probably none of them was
  /// measured: the chance is (1 - 1/N) to the power of the rounds, and at most the level of the test.
  package var launchesPerMiss: Double? {
    (pairedTest?.bounds.map(\.rounds).min()).map {
      1 / (1 - pow(PairedTest.level, 1 / Double(max(1, $0))))
    }
  }

  /// True if the comparison excludes less than is required.
  package var lacksCertainty: Bool {
    guard let requiredWithin, pairedTest != nil else { return false }
    return (worst?.share ?? .infinity) > requiredWithin
  }
}

extension PairedTest {
  /// The bound of a slowdown of a strategy's keystroke, in one of its parts.
  package struct Bound {
    package let strategy: String
    /// The group of the strategy, or a cell that is in none.
    let subject: TimedSubject
    /// The cells of the subject.
    let cells: [Cell]
    /// The number of rounds that it was decided on.
    package let rounds: Int
    /// True if no mean is known, since some launches are slower than the others.
    package let isUneven: Bool
    /// The largest share by which the keystroke may be slower in the mean over launches; infinite if that is not known.
    package let share: Double
  }

  /// The bounds of all strategies: each is the larger one of the robust estimate and of the mean over launches.
  package var bounds: [Bound] {
    let whole = verdicts.filter { $0.key.isKeystroke && $0.key.statistic == .least }
    let groups = whole.keys.filter { $0.group?.strategy != nil }
    let grouped = Set(groups.flatMap { memberships[$0] ?? [] })
    let single = whole.keys.filter { $0.cell.map { !grouped.contains($0) } ?? false }
    return (groups + single).compactMap { subject in
      guard let strategy = subject.group?.strategy ?? subject.cell?.strategy,
        let least = whole[subject]
      else { return nil }
      let mean = verdicts[subject.with(.mean)]
      let isUneven = least.hasUnevenLaunches && !least.isChange && least.bound.isFinite
      return Bound(
        strategy: strategy, subject: subject,
        cells: subject.cell.map { [$0] } ?? memberships[subject] ?? [], rounds: least.rounds,
        isUneven: isUneven,
        share: isUneven ? .infinity : max(least.bound, mean?.bound ?? .infinity))
    }
  }
}
