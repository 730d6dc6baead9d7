import BenchmarkRunner
import FieldHost
import KeystrokeWorkload
import ReformatCombine

// Here and not in BenchmarkRunner, so that a benchmark of one's own does not build OpenCombine.
extension StrategyEntry {
  /// A published text that is read on the next turn of the run loop, as published.
  static let publisherTransform = StrategyEntry("publisher-transform", values: [.int]) {
    configuration, phases in
    PublishedField(
      strategy: PublisherTransform(locale: configuration.locale, phases: phases), phases: phases)
  }
}
