import BenchmarkModel
import BenchmarkResults
import Glibc

/// What is made of instructions beside a change of time.
///
/// Where every round has links of its own, they explain a change and excuse none. Where all rounds have one link,
/// caution is due: where a build puts its functions decides which of them share lines of the caches and entries of the
/// branch predictors; Mytkowicz and others, "Producing wrong data without doing anything obviously wrong!" (ASPLOS
/// 2009).
enum LayoutCaution {
  /// As a share of a whole keystroke; twenty builds with unrelated changes moved one by 13 % at the most.
  private static let ofKeystroke = 0.2
  /// As a share of a phase, which may be one short loop; they moved one by 28 %.
  private static let ofPhase = 0.4
  /// In nanoseconds per keystroke, for what is short.
  private static let absolute = 12.0
  /// The instructions must have changed by at least this part of the change of the time.
  private static let partOfInstructions = 0.25
  /// In at least this part of a group's cells; else a few others that the group holds would speak for all.
  private static let partOfCells = 0.75

  /// Whether instructions changed with a time; nil where they were not counted.
  ///
  /// - Parameters:
  ///   - logRatio: how the time changed.
  ///   - instructions: how the instructions of each cell behind it changed, as natural logarithms.
  /// - Returns: whether they did.
  static func goes(_ logRatio: Double, with instructions: [Double]) -> Bool? {
    guard !instructions.isEmpty else { return nil }
    let along = instructions.count {
      $0 * logRatio > 0 && $0.magnitude >= partOfInstructions * logRatio.magnitude
    }
    return along > 0 && Double(along) >= partOfCells * Double(instructions.count)
  }

  /// Whether one link of each side may differ by so much for its layout alone.
  ///
  /// - Parameters:
  ///   - logRatio: how the time changed.
  ///   - phase: which time that is.
  ///   - baseline: the baseline's time, in nanoseconds per keystroke.
  /// - Returns: whether they may.
  static func mayBeLayout(_ logRatio: Double, of phase: RowPhase, baseline: Double) -> Bool {
    let relative = phase == .total || phase == .first ? ofKeystroke : ofPhase
    let share = max(relative, baseline > 0 ? absolute / baseline : .infinity)
    return logRatio.magnitude <= log1p(share)
  }
}
