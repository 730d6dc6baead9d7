import BenchmarkModel
import BenchmarkResults
import Glibc

/// The rules that relate a change of instructions to a change of time.
///
/// If every round has links of its own, instructions explain a change and excuse none. If all rounds have one link,
/// caution is due: the position that a build gives its functions decides which of them share lines of the caches and
/// entries of the branch predictors; Mytkowicz and others, "Producing wrong data without doing anything obviously
/// wrong!" (ASPLOS 2009).
enum LayoutCaution {
  /// As a share of a whole keystroke; in twenty builds with unrelated changes the largest move was 13 %.
  private static let ofKeystroke = 0.2
  /// As a share of a phase, which may be one short loop; there the largest move was 28 %.
  private static let ofPhase = 0.4
  /// In nanoseconds per keystroke, for short times.
  private static let absolute = 12.0
  /// The instructions must have changed by at least this part of the change of the time.
  private static let partOfInstructions = 0.25
  /// In at least this part of a group's cells; otherwise a few of the cells would decide for all.
  private static let partOfCells = 0.75

  /// True if instructions changed with a time; nil if they were not counted.
  ///
  /// - Parameters:
  ///   - logRatio: the change of the time, as a natural logarithm.
  ///   - instructions: the change of the instructions of each cell behind it, as natural logarithms.
  /// - Returns: true if they changed with it.
  static func goes(_ logRatio: Double, with instructions: [Double]) -> Bool? {
    guard !instructions.isEmpty else { return nil }
    let along = instructions.count {
      $0 * logRatio > 0 && $0.magnitude >= partOfInstructions * logRatio.magnitude
    }
    return along > 0 && Double(along) >= partOfCells * Double(instructions.count)
  }

  /// True if the layout of one link of each side may explain a difference of this size.
  ///
  /// - Parameters:
  ///   - logRatio: the change of the time, as a natural logarithm.
  ///   - phase: the phase of that time.
  ///   - baseline: the baseline's time, in nanoseconds per keystroke.
  /// - Returns: true if it may.
  static func mayBeLayout(_ logRatio: Double, of phase: RowPhase, baseline: Double) -> Bool {
    let relative = phase == .total || phase == .first ? ofKeystroke : ofPhase
    let share = max(relative, baseline > 0 ? absolute / baseline : .infinity)
    return logRatio.magnitude <= log1p(share)
  }
}
