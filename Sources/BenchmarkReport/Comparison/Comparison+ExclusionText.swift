import BenchmarkComparison
import BenchmarkResults

/// What a paired comparison excludes, in words.
extension Comparison {
  private var confidence: String {
    "\(Units.percent(1 - PairedTest.level)), whole family"
  }

  /// What is sure of the keystrokes of all strategies; nil where no times were compared.
  var exclusion: String? {
    guard let pairedTest else { return nil }
    guard let worst else { return "no times to compare" }
    guard worst.share.isFinite else {
      let rounds = pairedTest.verdicts.values.map(\.rounds).max() ?? 0
      return
        "\(Words.count(rounds, "round")) are too few to exclude any change of times, which takes a larger --budget"
    }
    return worst.share > 0
      ? "no strategy's keystroke is more than \(Units.percent(worst.share)) slower (\(confidence))"
      : "every strategy's keystroke is faster (\(confidence))"
  }

  /// What is not sure although it is required; nil where all is.
  var uncertainty: String? {
    guard lacksCertainty, let requiredWithin else { return nil }
    let required = "and \(Units.percent(requiredWithin)) is required"
    guard let worst, worst.share.isFinite else {
      return "\(exclusion ?? "no times to compare"), \(required)"
    }
    return
      "\(worst.name) may be \(Units.percent(worst.share)) slower (\(confidence)), \(required)"
  }
}
