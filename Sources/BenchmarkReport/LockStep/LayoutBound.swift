import BenchmarkResults
import BenchmarkStatistics
import Glibc

/// What a time may change by although not one instruction more is executed.
///
/// Where a build puts its functions decides which of them share lines of the caches and entries of the branch
/// predictors; Mytkowicz and others, "Producing wrong data without doing anything obviously wrong!" (ASPLOS 2009). A
/// function that nobody calls moves all behind it. So a smaller change counts only if the instructions changed, too.
enum LayoutBound {
  /// As a share of a whole keystroke; twenty builds with unrelated changes moved one by 13 % at the most.
  private static let ofKeystroke = 0.2
  /// As a share of a phase, which may be one short loop; they moved one by 28 %.
  private static let ofPhase = 0.4
  /// In nanoseconds a keystroke, for what is short.
  private static let absolute = 12.0
  /// The instructions must have changed by at least this part of the change of the time.
  private static let partOfInstructions = 0.25
  /// In at least this part of a group's cells; else a few others that the group holds would speak for all.
  private static let partOfCells = 0.75

  /// Whether a change is one of the code, and not of its place.
  ///
  /// - Parameters:
  ///   - logRatio: how the time changed.
  ///   - phase: which time that is.
  ///   - baseline: the baseline's time, in nanoseconds a keystroke.
  ///   - instructions: how the instructions of each cell behind it changed, as natural logarithms; empty where they
  ///     were not counted.
  /// - Returns: whether it is.
  static func isBeyond(
    logRatio: Double, of phase: RowPhase, baseline: Double, instructions: [Double]
  ) -> Bool {
    let along = instructions.count {
      $0 * logRatio > 0 && $0.magnitude >= partOfInstructions * logRatio.magnitude
    }
    if along > 0, Double(along) >= partOfCells * Double(instructions.count) { return true }
    let relative = phase == .total || phase == .first ? ofKeystroke : ofPhase
    let share = max(relative, baseline > 0 ? absolute / baseline : .infinity)
    return logRatio.magnitude > log1p(share)
  }
}
