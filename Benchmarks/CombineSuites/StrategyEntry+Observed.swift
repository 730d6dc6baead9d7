import BenchmarkModel
import BenchmarkWorker
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCombine
import ReformatCore

// Strategies on OpenCombine. They are listed here and not in KeystrokeSuites, so that your own benchmark need not build
// OpenCombine.
extension StrategyEntry {
  /// An onChange action that reformats the text, as in the published article.
  public static let onChangeReformat = onChange("onchange-reformat", .article)

  /// An onChange action that reformats the text, as in the demo that the article links to.
  public static let onChangeReformatDemo = onChange("onchange-reformat-demo", .demo)

  private static func onChange(_ name: String, _ form: OnChangeForm) -> StrategyEntry {
    StrategyEntry(name, caret: .followsTexts) { configuration, phases in
      let store: any TextStore =
        configuration.value == .int
        ? configuration.store(configuration.integerStyle, form)
        : configuration.store(configuration.doubleStyle, form)
      return HeadlessField(store: store, phases: phases)
    }
  }

  /// The article's action, bridged to a number of the parent by a property wrapper.
  public static let onChangeReformatBridged = StrategyEntry(
    "onchange-reformat-bridged", caret: .followsTexts
  ) { configuration, phases in
    let (int, double) = (configuration.integerStyle, configuration.doubleStyle)
    let store: any TextStore =
      configuration.value == .int
      ? BridgedOnChange(configuration.store(int, .article), style: int)
      : BridgedOnChange(configuration.store(double, .article), style: double)
    return HeadlessField(store: store, phases: phases)
  }

  /// The article's action without scanning any text twice.
  public static let onChangeReformatLean = StrategyEntry(
    "onchange-reformat-lean", caret: .followsTexts
  ) { configuration, phases in
    let rules = configuration.leanRules
    let text = configuration.text
    if configuration.value == .int {
      return HeadlessField(
        strategy: LeanOnChangeReformat(style: configuration.integerStyle, rules: rules, text: text),
        text: text, value: configuration.integer, isInRange: configuration.isInRange,
        boundText: PublishedText(text), phases: phases)
    }
    return HeadlessField(
      strategy: LeanOnChangeReformat(style: configuration.doubleStyle, rules: rules, text: text),
      text: text, value: configuration.double, isInRange: configuration.isInRange,
      boundText: PublishedText(text), phases: phases)
  }

  /// A pair of published texts that are read on the next turn of the run loop, as published.
  public static let publisherTransform = StrategyEntry(
    "publisher-transform", values: [.int], caret: .followsTexts
  ) { configuration, phases in
    let model = configuration.integer.map { LinkedLimits(low: $0) } ?? LinkedLimits()
    return PublishedField(
      strategy: PublisherTransform(locale: configuration.locale, model: model, phases: phases),
      phases: phases)
  }

  /// The incremental engine behind an onChange action, on a published text like all others.
  public static let observedIncremental = incrementalOnChange { PublishedText($0) }

  /// The same in a field that tells its selection.
  public static let observedIncrementalSelection = incrementalOnChange(usesSelection: true) {
    PublishedText($0)
  }
}

extension FieldConfiguration {
  fileprivate func store(
    _ style: IntegerFormatStyle<Int>, _ form: OnChangeForm
  ) -> OnChangeReformat<IntegerFormatStyle<Int>> {
    OnChangeReformat(
      style: style, rules: publishedRules, form: form, text: text, value: integer,
      isInRange: isInRange)
  }

  fileprivate func store(
    _ style: FloatingPointFormatStyle<Double>, _ form: OnChangeForm
  ) -> OnChangeReformat<FloatingPointFormatStyle<Double>> {
    OnChangeReformat(
      style: style, rules: publishedRules, form: form, text: text, value: double,
      isInRange: isInRange)
  }
}
